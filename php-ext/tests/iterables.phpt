--TEST--
addMany and containsMany: every iterable, chunks, keys, and code that runs in between
--EXTENSIONS--
onebloom
--FILE--
<?php
require __DIR__ . '/common.inc';

use Onebloom\{BloomFilter, KeyTypeError, StateException};

class Bag implements IteratorAggregate
{
    public function __construct(private array $items) {}
    public function getIterator(): Iterator { return new ArrayIterator($this->items); }
}
function generator(iterable $items): Generator
{
    foreach ($items as $key => $item) {
        yield $key => $item;
    }
}

$wanted = new BloomFilter(5000);
foreach (users(0, 1000) as $user) {
    $wanted->add($user);
}
foreach ([255, 256, 257, 1000] as $n) {
    $users = users(0, $n);
    foreach (['array' => $users, 'generator' => generator($users), 'ArrayIterator' => new ArrayIterator($users), 'aggregate' => new Bag($users),
        'fixed' => SplFixedArray::fromArray($users), 'holes' => array_combine(range(0, 2 * $n - 1, 2), $users)] as $name => $iterable) {
        $filter = new BloomFilter(5000);
        $added = $filter->addMany($iterable);
        $one = new BloomFilter(5000);
        same($added, array_sum(array_map(fn ($u) => (int) $one->add($u), $users)), "$name $n: count");
        same($filter->toBytes(), $one->toBytes(), "$name $n: bytes");
        same($filter->addMany($users), 0, "$name $n: nothing new");
    }
}
// integers and texts mixed; temporary strings that die before the chunk is full
$mixed = [];
for ($i = 0; $i < 700; $i++) {
    $mixed[] = $i % 3 ? $i : "text $i";
}
$filter = new BloomFilter(5000);
$filter->addMany((function () { for ($i = 0; $i < 700; $i++) { yield $i % 3 ? $i : "text " . $i; } })());
same(missing($filter, $mixed), 0, 'mixed');
same(missing($filter, array_map('strval', $mixed)), 0, 'mixed, as texts');
same([$filter->addMany([]), $filter->addMany(new EmptyIterator()), $filter->containsMany([])], [0, 0, []], 'nothing');

// containsMany keeps keys
$filter = new BloomFilter(100, 1e-9);
$filter->addMany(['in', 7]);
same($filter->containsMany(['a' => 'in', 5 => 'out', '08' => 7, 9 => '7']), ['a' => true, 5 => false, '08' => true, 9 => true], 'array keys');
same($filter->containsMany(generator(['a' => 'in', 5 => 'out', '' => 7])), ['a' => true, 5 => false, '' => true], 'generator keys');
same($filter->containsMany([3 => 'in', 1 => 'out']), [3 => true, 1 => false], 'order');
same(array_keys($filter->containsMany(array_fill(10, 600, 'in'))), range(10, 609), 'packed from 10');
same($filter->containsMany((function () { yield 'k' => 'in'; yield 'k' => 'out'; })()), ['k' => false], 'a repeated key keeps the last');
throws(fn () => $filter->containsMany((function () { yield [] => 'in'; })()), TypeError::class, null, 'a key that is no array key');
throws(fn () => $filter->containsMany((function () { yield new stdClass() => 'in'; })()), TypeError::class, null, 'an object as key');

// a bad key stops it: those before are in, and the message says how many
foreach ([0, 1, 255, 256, 300] as $n) {
    foreach (['array' => fn ($x) => $x, 'generator' => 'generator'] as $name => $make) {
        $filter = new BloomFilter(5000, 1e-9);
        $e = throws(fn () => $filter->addMany($make([...array_slice(users(0, 400), 0, $n), null, 'after'])), KeyTypeError::class, 'KEY_TYPE', "$name $n", 'got null');
        check(str_contains((string) $e?->getMessage(), "the $n keys before it are in"), "$name $n: how many: " . $e?->getMessage());
        same([missing($filter, array_slice(users(0, 400), 0, $n)), $filter->contains('after')], [0, false], "$name $n: what is in");
        throws(fn () => $filter->containsMany($make([...array_slice(users(0, 400), 0, $n), 1.5])), KeyTypeError::class, 'KEY_TYPE', "ask $name $n", 'got float');
    }
}

// the iterable throws: its exception comes through, what it gave is in
$filter = new BloomFilter(5000, 1e-9);
throws(fn () => $filter->addMany((function () { yield 'a'; yield 'b'; throw new DomainException('mine'); })()), DomainException::class, null, 'thrown in a generator', 'mine');
same(missing($filter, ['a', 'b']), 0, 'what it gave is in');
throws(fn () => $filter->containsMany((function () { yield 'a'; throw new DomainException('mine'); })()), DomainException::class, null, 'thrown while asking');

// the filter is free while the iterable runs
$filter = new BloomFilter(5000, 1e-9);
$filter->addMany((function () use ($filter) {
    foreach (users(0, 600) as $i => $user) {
        if ($i === 300) {
            $filter->add('from inside');
            same($filter->contains('user:0'), true, 'the first chunk is in');
            $filter->merge($filter->copy());
        }
        yield $user;
    }
})());
same(missing($filter, [...users(0, 600), 'from inside']), 0, 'all in');

// the iterable closes the filter, or replaces what is behind it
$filter = new BloomFilter(5000);
throws(fn () => $filter->addMany((function () use ($filter) { yield 'a'; $filter->close(); yield 'b'; })()), StateException::class, 'CLOSED', 'closed by its own keys');
$filter = new BloomFilter(5000);
throws(fn () => $filter->containsMany((function () use ($filter) { yield 'a'; $filter->close(); yield 'b'; })()), StateException::class, 'CLOSED', 'closed while asked');
$filter = new BloomFilter(5000);
$filter->addMany((function () use (&$filter) { yield 'a'; $filter = null; gc_collect_cycles(); yield 'b'; })());
same($filter, null, 'the last variable may go');
// nested
$filter = new BloomFilter(5000, 1e-9);
$filter->addMany((function () use ($filter) { yield 'a'; $filter->addMany(generator(users(0, 300))); yield 'b'; })());
same(missing($filter, [...users(0, 300), 'a', 'b']), 0, 'nested');
// a read-only map says so, whatever the keys
$filter->save(folder() . '/f.bloom');
throws(fn () => BloomFilter::open(folder() . '/f.bloom')->addMany(['x']), StateException::class, 'READ_ONLY', 'addMany on a map');
echo "done\n";
--EXPECT--
done
