--TEST--
tests/family.tsv: every verb over every kind, arrangement and scheme
--EXTENSIONS--
onebloom
--SKIPIF--
<?php require __DIR__ . '/common.inc'; vectors() ?? print 'skip the vectors of the repository are not here';
--FILE--
<?php
require __DIR__ . '/common.inc';

use Onebloom\{BloomFilter, StateException};

const NOW = 1767225600000;

function fresh(array $options, bool $rotating, int $from): BloomFilter
{
    if (isset($options['capacity'])) {
        ['capacity' => $capacity, 'fpp' => $fpp] = $options;
        unset($options['capacity'], $options['fpp']);
        $filter = new BloomFilter((int) $capacity, $fpp, $options);
    } else {
        $filter = BloomFilter::fromBits('', $options); // the constructor wants a capacity
    }
    if ($rotating) {
        $filter->setNow(NOW);
    }
    $filter->addMany(users($from, $from + 300));
    return $filter;
}

function maybe(BloomFilter $filter, int $from, int $to): int
{
    return count(array_filter($filter->containsMany(users($from, $to))));
}

$rows = table(dirname(vectors()) . '/family.tsv');
same(count($rows), 74, 'rows');
if (getenv('USE_ZEND_ALLOC') === '0') {
    // under valgrind, where everything costs fifty times as much: some of each
    $rows = array_filter($rows, fn (int $i): bool => $i % 7 === 0, ARRAY_FILTER_USE_KEY);
}
foreach ($rows as [$text, $kind, $scheme, $arrangement, $sections, $remove, $bits]) {
    $rotating = $arrangement === 'rotating';
    $options = options($text);
    $filter = fresh($options, $rotating, 0);
    $stats = $filter->stats(true);
    same([$stats['kind'], $stats['scheme'], $stats['arrangement'], $stats['section_count']], [$kind, $scheme, $arrangement, (int) $sections], $text);
    same((string) $stats['seed'], $options['seed'] ?? '0', "seed of $text");

    same([maybe($filter, 0, 300), maybe($filter, 300, 1300) < 50], [300, true], "asked: $text");
    same([$filter->add('user:0'), $filter->contains('user:0')], [false, true], "added: $text");
    $filter->addMany([7, -7]);
    same($filter->containsMany(['a' => '7', 'b' => -7]), ['a' => true, 'b' => true], "integers: $text");
    $last = $stats['sections'][$filter->sectionOf('user:0')];
    $cells = count($filter->positions('user:0'));
    check($cells > 0 && $cells <= $last['k'], "positions: $text");

    // bytes, parts, files
    $image = $filter->toBytes();
    $again = BloomFilter::fromBytes($image);
    same([$again == $filter, $again->verify(), $again->toBytes() === $image], [true, true, true], "bytes: $text");
    $parts = $filter->toParts();
    same([count($parts), implode('', $parts) === $image], [(int) $sections, true], "parts: $text");
    same(BloomFilter::openParts($parts) == $filter, true, "open parts: $text");
    $path = folder() . '/family.bloom';
    $filter->save($path);
    $mapped = BloomFilter::open($path, 'r+');
    $rotating && $mapped->setNow(NOW);
    same([$mapped == $filter, maybe($mapped, 0, 300), $mapped->isStale()], [true, 300, false], "mapped: $text");
    $mapped->add('more');
    $mapped->flush();
    unset($mapped);
    $loaded = BloomFilter::load($path);
    $rotating && $loaded->setNow(NOW);
    same([$loaded->contains('more'), maybe($loaded, 0, 300), $loaded->verify()], [true, 300, false], "loaded: $text");

    // as a whole
    $copy = $filter->copy();
    same($copy == $filter, true, "copy: $text");
    $copy->merge(fresh($options, $rotating, 300));
    same([maybe($copy, 0, 600), maybe($filter, 300, 600) < 30], [600, true], "merge: $text");
    if ($rotating) {
        $copy->setNow(NOW + 2 * 60000);
        same(maybe($copy, 0, 300), 300, "kept: $text");
        $copy->setNow(NOW + 3 * 60000);
        same(maybe($copy, 0, 300), 0, "forgotten: $text");
        $copy->setNow(NOW);
    }
    $copy->clear();
    same(maybe($copy, 0, 600), 0, "clear: $text");

    if ($remove === 'yes') {
        same($filter->remove('user:3'), true, "remove: $text");
        check(maybe($filter, 0, 300) >= 299, "the others: $text");
        $filter->add('user:3');
    } else {
        throws(fn () => $filter->remove('user:3'), StateException::class, 'UNSUPPORTED', "remove: $text");
    }
    if ($kind === 'counting') {
        $classic = $filter->toClassic();
        same($classic->containsMany(users(0, 1300)), $filter->containsMany(users(0, 1300)), "classic: $text");
    } else {
        throws(fn () => $filter->toClassic(), StateException::class, 'UNSUPPORTED', "classic: $text");
    }
    if ($bits === '-') {
        throws(fn () => $filter->toBits('lsb'), StateException::class, 'UNSUPPORTED', "bits: $text");
    } else {
        $size = array_intersect_key($stats, array_flip(['kind', 'scheme', 'seed', 'm', 'k']));
        $again = BloomFilter::fromBits($filter->toBits($bits), $size + ['bits' => $bits]);
        same($again->containsMany(users(0, 1300)), $filter->containsMany(users(0, 1300)), "bits: $text");
    }
    same(maybe($filter, 0, 300), 300, "in the end: $text");
}
echo "done\n";
--EXPECT--
done
