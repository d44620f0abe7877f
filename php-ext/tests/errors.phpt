--TEST--
the list of errors, and the class of each
--EXTENSIONS--
onebloom
--SKIPIF--
<?php require __DIR__ . '/common.inc'; vectors() ?? print 'skip the vectors of the repository are not here';
--FILE--
<?php
require __DIR__ . '/common.inc';

use Onebloom\{BloomFilter, OnebloomException, ArgumentError, KeyTypeError, StateException, FormatException, IoException};

$codes = Onebloom\error_codes();
$listed = [];
foreach (table(dirname(vectors()) . '/errors.tsv') as [$number, $name]) {
    $listed[$name] = (int) $number;
}
same($codes, $listed, 'tests/errors.tsv');
unset($listed['OK']);
same((new ReflectionClass(OnebloomException::class))->getConstants(), $listed, 'constants of OnebloomException');

foreach ([
    [ArgumentError::class, ValueError::class], [KeyTypeError::class, TypeError::class], [StateException::class, RuntimeException::class],
    [FormatException::class, RuntimeException::class], [IoException::class, RuntimeException::class],
] as [$class, $parent]) {
    check(is_subclass_of($class, $parent), "$class is a $parent");
    check(is_subclass_of($class, OnebloomException::class), "$class is an OnebloomException");
}

$dir = folder();
$filter = new BloomFilter(100);
$filter->save("$dir/f.bloom");
$closed = new BloomFilter(100);
$closed->close();
throws(fn () => new BloomFilter(100, 0.01, ['kind' => 'round']), ArgumentError::class, 'INVALID_ARGUMENT', 'kind', 'round');
throws(fn () => new BloomFilter(100, 0.01, ['colour' => 1]), ArgumentError::class, 'INVALID_ARGUMENT', 'name', 'colour');
throws(fn () => new BloomFilter(100, 1.5), ArgumentError::class, 'OUT_OF_RANGE', 'fpp', '1.5');
throws(fn () => $closed->add('x'), StateException::class, 'CLOSED', 'closed');
throws(fn () => BloomFilter::open("$dir/f.bloom")->add('x'), StateException::class, 'READ_ONLY', 'map');
throws(fn () => $filter->merge(new BloomFilter(101, 0.001)), StateException::class, 'INCOMPATIBLE', 'merge');
throws(fn () => $filter->remove('x'), StateException::class, 'UNSUPPORTED', 'remove');
throws(fn () => $filter->add(null), KeyTypeError::class, 'KEY_TYPE', 'key');
throws(fn () => BloomFilter::fromBytes('x'), FormatException::class, 'NOT_A_FILTER', 'bytes');
throws(fn () => BloomFilter::load("$dir/none.bloom"), IoException::class, 'NOT_FOUND', 'file', 'none.bloom');
throws(fn () => BloomFilter::open("$dir/f.bloom/g"), IoException::class, 'IO', 'below a file');
throws(fn () => new BloomFilter(4 * 10 ** 11), StateException::class, 'OUT_OF_MEMORY', 'memory');
$writer = BloomFilter::open("$dir/f.bloom", 'r+');
throws(fn () => $filter->save("$dir/f.bloom"), IoException::class, 'LOCKED', 'save over a file that is open r+');
$writer->close();
$filter->save("$dir/f.bloom");
try {
    $closed->contains(1);
} catch (OnebloomException $e) {
    same($e->getCode(), OnebloomException::CLOSED, 'getCode is the number');
}
echo "done\n";
--EXPECT--
done
