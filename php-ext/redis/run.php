<?php
// The tests of Onebloom\Redis against real servers, with each client. Closes with `redis: N passed, M failed`.
// usage: php -d extension=…/onebloom.so run.php [words of the tests to run]

require __DIR__ . '/../tests/common.inc';
require __DIR__ . '/../php/autoload.php';
require __DIR__ . '/server.inc';
@include 'Predis/autoload.php'; // Debian: php-predis
foreach (['redis', 'pcntl', 'posix'] as $extension) {
    if (!extension_loaded($extension)) {
        echo "FAILED: the extension $extension is missing\nredis: 0 passed, 1 failed\n";
        exit(1);
    }
}
foreach (['verbs', 'gone', 'race', 'clients', 'others'] as $file) {
    require __DIR__ . "/$file.inc";
}

$clients = ['phpredis'];
if (class_exists(Predis\Client::class)) {
    $clients[] = 'predis';
} else {
    echo "SKIP: Predis is not installed (Debian: php-predis)\n";
}
$server = new Server();
$passed = $failed = 0;
foreach (get_defined_functions()['user'] as $test) {
    if (!str_starts_with($test, 'test_')) {
        continue;
    }
    foreach ($clients as $kind) {
        if (array_filter(array_slice($argv, 1), fn ($word) => !str_contains("$test $kind", $word))) {
            continue;
        }
        $server->admin()->flushall();
        ob_start();
        try {
            $test($server, $kind);
        } catch (Throwable $e) {
            echo 'FAILED: ', $e, "\n";
        }
        $said = trim(ob_get_clean());
        if ($said === '' || str_starts_with($said, 'SKIP')) {
            $passed += (int) ($said === '');
            echo $said === '' ? '' : "$said\n";
        } else {
            $failed++;
            echo "FAILED: $test over $kind:\n$said\n";
        }
    }
}
echo "redis: $passed passed, $failed failed\n";
exit($failed > 0 ? 1 : 0);
