<?php

declare(strict_types=1);

// A page of a shop, under php-fpm. Requests for products that do not exist miss every cache and reach the database:
// a filter in Redis stands before both. ?id=7 shows a product, ?id=7&name=Tea adds it.

require __DIR__ . '/shop.php';

header('Content-Type: application/json');
$id = filter_var($_GET['id'] ?? null, FILTER_VALIDATE_INT);
if ($id === false) {
    http_response_code(400);
    exit('{}');
}
$shop = new Shop();
if (isset($_GET['name'])) {
    $shop->insert($id, $_GET['name']);
    exit(json_encode(['added' => $id]));
}
[$way, $name] = $shop->find($id);
http_response_code($name === null ? 404 : 200);
echo json_encode(['way' => $way, 'name' => $name, 'pid' => getmypid()]);
