--TEST--
B106: clones and copies are two, whatever happens to the first
--EXTENSIONS--
onebloom
--FILE--
<?php
require __DIR__ . '/common.inc';

use Onebloom\{BloomFilter, StateException};

// in memory: deep
$a = new BloomFilter(1000);
$a->add('both');
$b = clone $a;
$b->add('b');
$a->add('a');
same([$a->contains('b'), $b->contains('a')], [false, false], 'independent');
same([$a->contains('both'), $b->contains('both')], [true, true], 'content');
unset($a);
same($b->contains('b'), true, 'the clone lives on');
$c = clone $b;
unset($b);
$c->close();

// a read-only map: shared, and still there when the first is closed
$path = folder() . '/f.bloom';
(fn () => ($f = new BloomFilter(1000)) && $f->add('x') && $f->save($path))();
$map = BloomFilter::open($path);
$twin = clone $map;
same(substr_count(file_get_contents('/proc/self/maps'), $path), 1, 'one map');
$map->close();
same($twin->contains('x'), true, 'the twin lives on');
throws(fn () => $twin->add('y'), StateException::class, 'READ_ONLY', 'still read-only');
same($twin->stats()['mapped'], true, 'still a map');

// a map that can be written: copied into memory
$writer = BloomFilter::open($path, 'r+');
$private = clone $writer;
$private->add('private');
same($writer->contains('private'), false, 'not in the file');
same($private->stats()['mapped'], false, 'in memory');
$copy = $twin->copy();
$copy->add('y');
same([$copy->contains('x'), $copy->stats()['mapped'], $copy->stats()['read_only']], [true, false, false], 'copy is private');
same($copy->stats()['path'] ?? null, null, 'and has no path');

// comparisons ask for the content
check($copy != $twin && $twin == clone $twin, '== compares content');
check(new BloomFilter(10) == new BloomFilter(10), 'equal');
check(new BloomFilter(10) != new BloomFilter(1000000), 'different');
$closed = new BloomFilter(10);
$closed->close();
check($closed != new BloomFilter(10), 'closed is equal to nothing');
echo "done\n";
--EXPECT--
done
