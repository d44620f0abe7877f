--TEST--
odd files: valid, and treated as ODD.tsv says
--EXTENSIONS--
onebloom
--SKIPIF--
<?php require __DIR__ . '/common.inc'; vectors() ?? print 'skip the vectors of the repository are not here';
--FILE--
<?php
require __DIR__ . '/common.inc';

use Onebloom\{BloomFilter, StateException};

$seen = 0;
foreach (table(vectors() . '/golden/ODD.tsv') as [$name]) {
    $path = vectors() . "/golden/$name.bloom";
    $both = ['mapped' => BloomFilter::open($path), 'loaded' => BloomFilter::load($path)];
    foreach ($both as $how => $filter) {
        $seen++;
        $stats = $filter->stats(true);
        if (str_contains($name, 'ro-compat')) {
            same($stats['read_only'], true, "$name $how is read-only");
            throws(fn () => $filter->add('x'), StateException::class, 'READ_ONLY', "$name $how add");
            throws(fn () => $filter->clear(), StateException::class, 'READ_ONLY', "$name $how clear");
        }
        if ($name === 'odd-unsealed') {
            same($filter->verify(), false, "$name $how: not sealed");
        }
        if ($name === 'odd-capacity-2-48') {
            same($stats['capacity'], 1 << 48, "$name $how capacity");
        }
        if ($name === 'odd-scalable-torn-append') {
            check($filter == BloomFilter::load(vectors() . '/golden/scalable-classic.bloom'), "$name $how: the torn bytes are ignored");
        }
        if ($name === 'odd-rotating-unused') {
            $filter->setNow(1767441600000);
            $answers = $filter->containsMany(users(0, 350));
            same(count(array_filter(array_slice($answers, 0, 100))), 100, "$name $how: first day");
            check(count(array_filter(array_slice($answers, 150, 50))) < 10, "$name $how: the unused day's keys are absent");
        }
    }
    // reading a read-only file in mode r+ does not make it writable
    if ($name === 'odd-ro-compat-bit0') {
        $copy = folder() . '/ro.bloom';
        copy($path, $copy);
        throws(fn () => BloomFilter::open($copy, 'r+')->add('x'), StateException::class, 'READ_ONLY', "$name r+");
        same(md5_file($copy), md5_file($path), "$name: untouched");
    }
}
check($seen >= 16, "$seen readings");
echo "done\n";
--EXPECT--
done
