--TEST--
B129: union of like with like, an exception and no change otherwise
--EXTENSIONS--
onebloom
--FILE--
<?php
require __DIR__ . '/common.inc';

use Onebloom\{BloomFilter, StateException};

foreach ([[], ['kind' => 'blocked'], ['kind' => 'counting'], ['growth' => 2], ['shards' => 4], ['seed' => 9]] as $options) {
    $a = new BloomFilter(1000, 0.01, $options);
    $b = new BloomFilter(1000, 0.01, $options);
    $a->addMany(users(0, 600));
    $b->addMany(users(400, 1000));
    $before = $b->toBytes();
    $a->merge($b);
    same(missing($a, users(0, 1000)), 0, 'union ' . json_encode($options));
    same($b->toBytes(), $before, 'the right one is unchanged');
    $before = $a->toBytes();
    $a->merge($a);
    same($a->toBytes(), $before, 'with itself: nothing');
}
$a = new BloomFilter(1000, 0.01);
$a->add('x');
$before = $a->toBytes();
foreach ([
    'size' => new BloomFilter(50, 0.01), 'rate' => new BloomFilter(1000, 0.001), 'seed' => new BloomFilter(1000, 0.01, ['seed' => 1]),
    'scheme' => new BloomFilter(1000, 0.01, ['scheme' => 'xxh64']), 'kind' => new BloomFilter(1000, 0.01, ['kind' => 'counting']),
    'arrangement' => new BloomFilter(1000, 0.01, ['shards' => 4]),
] as $what => $other) {
    throws(fn () => $a->merge($other), StateException::class, 'INCOMPATIBLE', "another $what");
    same($a->toBytes(), $before, "another $what: unchanged");
}
throws(fn () => $a->merge(new stdClass()), TypeError::class, null, 'no filter');
// a map into memory
$b = new BloomFilter(1000, 0.01);
$b->add('y');
$b->save(folder() . '/b.bloom');
$a->merge(BloomFilter::open(folder() . '/b.bloom'));
same(missing($a, ['x', 'y']), 0, 'memory and map');
echo "done\n";
--EXPECT--
done
