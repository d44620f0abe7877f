--TEST--
golden files: built here byte for byte, read mapped and loaded
--EXTENSIONS--
onebloom
--SKIPIF--
<?php require __DIR__ . '/common.inc'; vectors() ?? print 'skip the vectors of the repository are not here';
--FILE--
<?php
require __DIR__ . '/common.inc';

use Onebloom\BloomFilter;

$dir = folder();
$cases = table(dirname(vectors()) . '/matrix/cases.tsv');
check(count($cases) >= 21, count($cases) . ' cases');
foreach ($cases as [$case, $options, $steps, $sha256]) {
    $golden = vectors() . "/golden/$case.bloom";
    $filter = build($options, $steps);
    same(hash('sha256', $filter->toBytes()), $sha256, "toBytes of $case");
    $filter->save("$dir/$case.bloom");
    same(hash_file('sha256', "$dir/$case.bloom"), $sha256, "file of $case");

    $loaded = BloomFilter::load($golden);
    same($loaded->toBytes(), file_get_contents($golden), "$case: load and write is identity");
    same($loaded->verify(), true, "$case is sealed");
    $mapped = BloomFilter::open($golden);
    same($mapped->verify(), true, "$case is sealed, mapped");
    check($loaded == $filter && $mapped == $filter, "$case: the same content");
    $keys = str_contains($case, '-ints') ? range(0, 1999) : users(0, 2000);
    if (str_contains($case, 'rotating')) {
        $mapped->setNow(1767441600000);
        $loaded->setNow(1767441600000);
        $filter->setNow(1767441600000);
        same(missing($mapped, users(0, 350)), 0, "$case: members");
    } elseif ($steps === 'user 0 999' || $steps === 'int 0 999') {
        same(missing($mapped, array_slice($keys, 0, 1000)), 0, "$case: members");
    }
    same($mapped->stats(true)['items'], $filter->stats(true)['items'], "$case: items");
    same($mapped->containsMany($keys), $loaded->containsMany($keys), "$case: answers");
}
// at the end of its ring a rotating filter forgets
$rotating = BloomFilter::load(vectors() . '/golden/rotating-classic-3days.bloom');
$rotating->setNow(1767225600000 + 10 * 86400000);
same(missing($rotating, users(0, 350)), 350, 'ten days later all are forgotten');
echo "done\n";
--EXPECT--
done
