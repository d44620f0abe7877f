--TEST--
the forms of a filter: bits of other programs, parts, counting to classic
--EXTENSIONS--
onebloom
--FILE--
<?php
require __DIR__ . '/common.inc';

use Onebloom\{ArgumentError, BloomFilter, KeyTypeError, StateException};

// parquet-java, "hello" in a column filter of one block of 32 bytes
$parquet = hex2bin('0000100000020000000400008000000000020000000000800000001000000008');
$column = ['kind' => 'blocked', 'scheme' => 'xxh64', 'm' => 256, 'k' => 8];
$filter = BloomFilter::fromBits($parquet, $column + ['bits' => 'lsb']);
same([$filter->contains('hello'), $filter->contains('hallo')], [true, false], 'asked as Parquet does');
same($filter->toBits('lsb'), $parquet, 'and back');
same(BloomFilter::fromBits($parquet, $column) == $filter, true, 'lsb is the order of blocked anyway');

// cells 1, 8 and 15 of 16, in every order
$bodies = ['msb' => "\x40\x81", 'lsb' => "\x02\x81", 'bytes' => "\0\1\0\0\0\0\0\0\1\0\0\0\0\0\0\1"];
foreach ($bodies as $order => $body) {
    $filter = BloomFilter::fromBits($body, ['scheme' => 'murmur3-seeded', 'm' => '16', 'k' => 3, 'bits' => $order]);
    foreach ($bodies as $other => $wanted) {
        same($filter->toBits($other), $wanted, "$order to $other");
    }
}
same(BloomFilter::fromBits('', ['m' => 64, 'k' => 3])->contains('x'), false, 'nothing is an empty filter');

foreach ([
    [str_repeat("\0", 9), ['m' => 64, 'k' => 3], 'OUT_OF_RANGE', 'm = 64'],
    ["\1", ['m' => 7, 'k' => 3], 'OUT_OF_RANGE', 'm = 7'],
    ["\1", ['m' => 64], 'INVALID_ARGUMENT', 'm and k'],
    ["\1", [], 'INVALID_ARGUMENT', 'm and k'],
    ["\1", ['m' => 64, 'k' => 3, 'bits' => 'big'], 'INVALID_ARGUMENT', 'msb, lsb, bytes'],
    ["\1", ['m' => 64, 'k' => 3, 'bits' => true], 'INVALID_ARGUMENT', 'bits'],
    ["\1", ['m' => 64, 'k' => 3, 'size' => 3], 'INVALID_ARGUMENT', 'size'],
    ["\1", ['kind' => 'counting', 'm' => 64, 'k' => 3, 'bits' => 'lsb'], 'INVALID_ARGUMENT', 'msb'],
] as [$body, $options, $code, $says]) {
    throws(fn () => BloomFilter::fromBits($body, $options), ArgumentError::class, $code, json_encode($options), $says);
}
throws(fn () => new BloomFilter(10, 0.01, ['bits' => 'lsb']), ArgumentError::class, 'INVALID_ARGUMENT', 'bits of a new one');
$counting = new BloomFilter(1000, 0.01, ['kind' => 'counting']);
throws(fn () => $counting->toBits('lsb'), ArgumentError::class, 'INVALID_ARGUMENT', 'counters are no bits', 'msb');
throws(fn () => $counting->toBits(''), ArgumentError::class, 'INVALID_ARGUMENT', 'no order');

// parts
$sharded = new BloomFilter(1000, 0.01, ['shards' => 5]);
$sharded->addMany(range(0, 999));
$parts = $sharded->toParts();
same([count($parts), implode('', $parts) === $sharded->toBytes()], [5, true], 'five parts, the image in order');
same(BloomFilter::openParts($parts) == $sharded, true, 'together again');
$sections = array_map(fn ($key) => $sharded->sectionOf($key), range(0, 99));
sort($sections);
same(array_values(array_unique($sections)), [0, 1, 2, 3, 4], 'keys go everywhere');
same($sharded->sectionOf(7), $sharded->sectionOf('7'), 'an integer is its text');
throws(fn () => $sharded->sectionOf(null), KeyTypeError::class, 'KEY_TYPE', 'no key');
throws(fn () => $sharded->toBits('msb'), StateException::class, 'UNSUPPORTED', 'several sections', 'single');
same($counting->toParts(), [$counting->toBytes()], 'one part');

// classic
$counting->addMany(range(0, 999));
$classic = $counting->toClassic();
same($classic->stats()['kind'], 'classic', 'classic');
same($classic->containsMany(range(0, 9999)), $counting->containsMany(range(0, 9999)), 'the same answers');
throws(fn () => $classic->toClassic(), StateException::class, 'UNSUPPORTED', 'of classic', 'counting');
echo "done\n";
--EXPECT--
done
