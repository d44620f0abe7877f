--TEST--
B45 B46 B48 B49: parameters that must be refused, and that must not
--EXTENSIONS--
onebloom
--FILE--
<?php
require __DIR__ . '/common.inc';

use Onebloom\{BloomFilter, ArgumentError, StateException};

foreach ([0, -1, PHP_INT_MIN, PHP_INT_MAX, (1 << 48) + 1] as $capacity) {
    throws(fn () => new BloomFilter($capacity), ArgumentError::class, 'OUT_OF_RANGE', "capacity $capacity", (string) $capacity);
    throws(fn () => BloomFilter::plan($capacity), ArgumentError::class, 'OUT_OF_RANGE', "plan $capacity", (string) $capacity);
}
foreach ([0.0, -0.0, 1.0, 1.5, 2.0, 5.0, -0.5, 0.50001, 1e-10, INF, -INF, NAN] as $fpp) {
    throws(fn () => new BloomFilter(1000, $fpp), ArgumentError::class, 'OUT_OF_RANGE', 'fpp ' . var_export($fpp, true), 'fpp');
}
// swapped arguments: PHP would cut 0.01 down to 0
$e = null;
try {
    new BloomFilter(0.01, 1000);
} catch (ArgumentError $e) {
}
check($e instanceof ArgumentError && str_contains($e->getMessage(), 'capacity') && str_contains($e->getMessage(), '0.01'),
    'swapped arguments: ' . $e?->getMessage());
throws(fn () => new BloomFilter(1e30), ArgumentError::class, null ?? 'INVALID_ARGUMENT', 'a float beyond integers');
same((new BloomFilter(1000.0))->stats()['capacity'], 1000, 'an integral float is an integer, as for any PHP function');
same((new BloomFilter('1000'))->stats()['capacity'], 1000, 'and a numeric string');
throws(fn () => new BloomFilter('many'), TypeError::class, null, 'a word');
throws(fn () => new BloomFilter([]), TypeError::class, null, 'an array');
throws(fn () => new BloomFilter(), ArgumentCountError::class, null, 'nothing');
throws(fn () => new BloomFilter(1, 0.1, [], 1), ArgumentCountError::class, null, 'too much');
[$out] = php('declare(strict_types=1); try { new Onebloom\BloomFilter(0.5); } catch (TypeError $e) { echo get_class($e); }');
same($out, 'TypeError', 'strict_types');

// B48: small filters do not say yes to everything
foreach ([1, 2, 3] as $n) {
    $filter = new BloomFilter($n, 0.5);
    $filter->addMany(range(1, $n));
    same(missing($filter, range(1, $n)), 0, "n = $n: members");
    check(missing($filter, range(1000, 1999)) > 700, "n = $n: absent keys mostly absent");
}
// B49: absurd sizes are an error, and the process lives
foreach ([10 ** 11, 4 * 10 ** 11] as $n) {
    try {
        $filter = new BloomFilter($n, 0.01);
        echo "FAILED: $n keys were given memory\n";
    } catch (StateException $e) {
        same(code($e), 'OUT_OF_MEMORY', "$n keys");
    }
}
throws(fn () => new BloomFilter(10 ** 12), ArgumentError::class, 'OUT_OF_RANGE', '10^12');
throws(fn () => new BloomFilter(10 ** 18), ArgumentError::class, 'OUT_OF_RANGE', '10^18');
throws(fn () => new BloomFilter(2 ** 62), ArgumentError::class, 'OUT_OF_RANGE', '2^62');
// B40
throws(fn () => new BloomFilter(500_000_000, 1e-12), ArgumentError::class, 'OUT_OF_RANGE', 'fpp below what 64 bits give');

// options go through by name
foreach ([
    ['kind' => 'none'], ['scheme' => 'md5'], ['kind' => 5], ['seed' => 'x'], ['growth' => 2.5], ['nothing' => 1], ['x'], ['' => 1],
    ['kind' => 'blocked', 'scheme' => 'murmur3-double'], ['growth' => 2, 'shards' => 4], ['seed' => null], ['seed' => true],
    ['kind' => []], ['kind' => new stdClass()], ["ki\0nd" => 'classic'],
] as $options) {
    try {
        new BloomFilter(100, 0.01, $options);
        echo 'FAILED: taken: ', json_encode($options), "\n";
    } catch (ArgumentError | StateException $e) {
        check(in_array(code($e), ['INVALID_ARGUMENT', 'OUT_OF_RANGE', 'UNSUPPORTED'], true), code($e));
    }
}
throws(fn () => new BloomFilter(100, 0.01, ['seed' => null]), ArgumentError::class, 'INVALID_ARGUMENT', 'null', 'the option seed must be');
throws(fn () => new BloomFilter(100, 0.01, ['classic']), ArgumentError::class, 'INVALID_ARGUMENT', 'a list', '0');
foreach ([['growth' => 1], ['growth' => 17], ['shards' => 1], ['shards' => 1025], ['keep' => 1, 'period' => 60], ['seed' => -1]] as $options) {
    throws(fn () => new BloomFilter(100, 0.01, $options), ArgumentError::class, 'OUT_OF_RANGE', json_encode($options));
}
// a seed beyond PHP's integers
$big = '18446744073709551615';
$filter = new BloomFilter(100, 0.01, ['seed' => $big]);
same($filter->stats()['seed'], $big, 'a big seed is a string');
check($filter == new BloomFilter(100, 0.01, ['seed' => $filter->stats()['seed']]), 'and goes in again');
same((new BloomFilter(100, 0.01, ['seed' => '7']))->stats()['seed'], 7, 'a small one is an integer');
// named arguments
same((new BloomFilter(capacity: 100, options: ['seed' => 7]))->stats()['fpp'], 0.01, 'fpp left out');
echo "done\n";
--EXPECT--
done
