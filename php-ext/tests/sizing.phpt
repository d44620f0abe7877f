--TEST--
sizes of the table, for plan() and the constructor
--EXTENSIONS--
onebloom
--SKIPIF--
<?php require __DIR__ . '/common.inc'; vectors() ?? print 'skip the vectors of the repository are not here';
--FILE--
<?php
require __DIR__ . '/common.inc';

use Onebloom\BloomFilter;

foreach (table(vectors() . '/sizing.tsv') as $row) {
    [$kind, $capacity, $fpp, $m, $k] = $row;
    if (isset($row[5]) || (float) $fpp < max(1e-9, (float) $capacity / 2 ** 60)) {
        continue; // of a deep section, below what a new filter may ask for
    }
    $plan = BloomFilter::plan((int) $capacity, (float) $fpp, ['kind' => $kind]);
    if ($kind === 'blocked') {
        check(abs($plan['m'] - (int) $m) <= 256, "$kind $capacity $fpp: m {$plan['m']}, wanted $m");
    } else {
        same($plan['m'], (int) $m, "m of $kind $capacity $fpp");
    }
    same($plan['k'], (int) $k, "k of $kind $capacity $fpp");
    if ((int) $capacity <= 100000) {
        $stats = (new BloomFilter((int) $capacity, (float) $fpp, ['kind' => $kind]))->stats();
        same([$stats['m'], $stats['k']], [$plan['m'], $plan['k']], "made: $kind $capacity $fpp");
    }
}
same(BloomFilter::plan(1000), BloomFilter::plan(1000, 0.01), 'the default fpp is the library\'s');
same((new BloomFilter(1000))->toBytes(), (new BloomFilter(1000, 0.01, ['kind' => 'classic', 'scheme' => 'xxh3', 'seed' => 0]))->toBytes(), 'defaults');
$plan = BloomFilter::plan(1000);
foreach (['m', 'k', 'bytes', 'bits_per_key', 'section_count'] as $field) {
    check(array_key_exists($field, $plan), "plan says $field");
}
// B51: never fewer bytes for more keys
$last = 0;
foreach ([268435456, 536870912, 1073741824, 2147483648, 10 ** 11] as $n) {
    $bytes = BloomFilter::plan($n, 0.001)['bytes'];
    check($bytes > $last, "bytes for $n");
    $last = $bytes;
}
// B52
same(BloomFilter::plan(10_000_000_000, 1e-7)['m'] > 2 ** 32, true, '64-bit sizes');
echo "done\n";
--EXPECT--
done
