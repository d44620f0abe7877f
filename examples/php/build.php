<?php

declare(strict_types=1);

// Builds the filter of gate.php from the table; run it again at any time, while the shop is open.
// usage: REDIS_SOCKET=… DATABASE=… php build.php [how many products to put into an empty table]

require __DIR__ . '/shop.php';

$shop = new Shop();
$shop->table->beginTransaction();
for ($id = 1; $id <= (int) ($argv[1] ?? 0); $id++) {
    $shop->table->prepare('INSERT INTO products VALUES (?, ?)')->execute([$id, "product $id"]);
}
$shop->table->commit();
$shop->build(50_000);
echo json_encode($shop->gate->stats()), "\n";
foreach ($shop->gate->warnings() as $warning) {
    fwrite(STDERR, "warning: $warning\n");
}
