--TEST--
open maps once per path, looks again after revalidate_freq, and objects keep the map they have
--EXTENSIONS--
onebloom
--INI--
onebloom.revalidate_freq=1000
--FILE--
<?php
require __DIR__ . '/common.inc';

use Onebloom\{BloomFilter, IoException, FormatException};

$dir = folder();
$path = "$dir/f.bloom";
function maps(string $path): int
{
    return substr_count(file_get_contents('/proc/self/maps'), $path);
}
function info(string $line): int
{
    ob_start();
    (new ReflectionExtension('onebloom'))->info();
    preg_match("/$line => (\d+)/", ob_get_clean(), $m);
    return (int) $m[1];
}
function write(string $path, string ...$keys): void
{
    $filter = new BloomFilter(1000, 1e-6);
    $filter->addMany($keys);
    is_file($path) ? $filter->replace($path) : $filter->save($path);
}

/** The same behind the back of this process's table, as another process would. */
function elsewhere(string $path, string $key): void
{
    write("$path.new", $key);
    rename("$path.new", $path);
}

write($path, 'one');
$a = BloomFilter::open($path);
$b = BloomFilter::open($path);
same(maps($path), 1, 'two objects, one map');
same(info('files mapped for reading'), 1, 'phpinfo counts it');
unset($a, $b);
same(maps($path), 1, 'kept when no object uses it');
$a = BloomFilter::open($path);

// replaced by another within revalidate_freq: not looked at yet
elsewhere($path, 'two');
$b = BloomFilter::open($path);
same([$a->contains('one'), $b->contains('one'), $b->contains('two')], [true, true, false], 'before revalidate_freq: the old one');
same($a->isStale(), true, 'isStale looks at once');

// 0: looked at on each open. The old map stays with those who hold it
ini_set('onebloom.revalidate_freq', '0');
$c = BloomFilter::open($path);
same([$a->contains('one'), $a->contains('two')], [true, false], 'the old object keeps its map');
same([$c->contains('one'), $c->contains('two')], [false, true], 'the new one has the new file');
same($c->isStale(), false, 'the new one is not stale');
same(info('files mapped for reading'), 1, 'the old one is not in the table any more');

// reload swaps one object's map, not its twins'
$twin = clone $a;
same($a->reload(), true, 'reload says it changed');
same([$a->contains('two'), $twin->contains('two'), $b->contains('two')], [true, false, false], 'reload concerns one object');
same($a->reload(), false, 'and not again');
same(maps($path), 2, 'old and new');
unset($twin, $b);
same(maps($path), 1, 'the old map goes with its last object');

// seen without being asked, after revalidate_freq
ini_set('onebloom.revalidate_freq', '1');
$a = BloomFilter::open($path);
elsewhere($path, 'three');
usleep(1_300_000);
same(BloomFilter::open($path)->contains('three'), true, 'after revalidate_freq');
// replaced by this process: seen at once
ini_set('onebloom.revalidate_freq', '1000');
write($path, 'mine');
same(BloomFilter::open($path)->contains('mine'), true, 'own writes are seen');

// the file goes: an error once it is noticed, the old objects live on
ini_set('onebloom.revalidate_freq', '0');
unlink($path);
throws(fn () => BloomFilter::open($path), IoException::class, 'NOT_FOUND', 'deleted');
same($a->contains('two'), true, 'an object that has it');
throws(fn () => $a->reload(), IoException::class, 'NOT_FOUND', 'reload of a deleted file');
same($a->contains('two'), true, 'still there after a reload that failed');
// replaced by rubbish: the error, then a good file again
write($path, 'four');
$a = BloomFilter::open($path);
file_put_contents("$path.new", 'rubbish');
rename("$path.new", $path);
throws(fn () => BloomFilter::open($path), FormatException::class, 'NOT_A_FILTER', 'rubbish');
throws(fn () => $a->reload(), FormatException::class, 'NOT_A_FILTER', 'reload of rubbish');
same($a->contains('four'), true, 'the old one still answers');
unlink($path);
write($path, 'five');
same(BloomFilter::open($path)->contains('five'), true, 'a good file again');

// a symbolic link that is switched (deployments)
write("$dir/v1.bloom", 'v1');
write("$dir/v2.bloom", 'v2');
symlink("$dir/v1.bloom", "$dir/current");
same(BloomFilter::open("$dir/current")->contains('v1'), true, 'link');
symlink("$dir/v2.bloom", "$dir/next");
rename("$dir/next", "$dir/current");
same(BloomFilter::open("$dir/current")->contains('v2'), true, 'link switched');

// an unusual frequency
ini_set('onebloom.revalidate_freq', '-5');
same(BloomFilter::open($path)->contains('five'), true, 'negative is 0');
ini_set('onebloom.revalidate_freq', (string) PHP_INT_MAX);
same(BloomFilter::open($path)->contains('five'), true, 'for ever');
echo "done\n";
--EXPECT--
done
