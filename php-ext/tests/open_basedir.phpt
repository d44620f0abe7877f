--TEST--
open_basedir holds for every path
--EXTENSIONS--
onebloom
--FILE--
<?php
require __DIR__ . '/common.inc';

use Onebloom\{BloomFilter, IoException};

$dir = folder();
mkdir("$dir/in");
mkdir("$dir/out");
$filter = new BloomFilter(1000);
$filter->add('x');
foreach (['in', 'out'] as $where) {
    $filter->save("$dir/$where/f.bloom");
}
symlink("$dir/out/f.bloom", "$dir/in/link.bloom");
symlink("$dir/out", "$dir/in/sub");
$held = BloomFilter::open("$dir/out/f.bloom"); // mapped before the rule: the map must not be a way around it
$loaded = BloomFilter::load("$dir/out/f.bloom");
ini_set('open_basedir', "$dir/in");

same(BloomFilter::open("$dir/in/f.bloom")->contains('x'), true, 'inside');
foreach (["$dir/out/f.bloom", "$dir/in/../out/f.bloom", "$dir/in/link.bloom", "$dir/in/sub/f.bloom", "$dir/innocent.bloom"] as $path) {
    foreach ([
        'open' => fn () => BloomFilter::open($path), 'open r+' => fn () => BloomFilter::open($path, 'r+'), 'load' => fn () => BloomFilter::load($path),
        'save' => fn () => $filter->save($path), 'replace' => fn () => $filter->replace($path),
    ] as $name => $call) {
        throws($call, IoException::class, 'PERMISSION', "$name $path", 'open_basedir');
    }
}
throws(fn () => BloomFilter::open(str_repeat('../', 20) . 'etc/passwd'), IoException::class, 'PERMISSION', 'relative', 'open_basedir');
throws(fn () => $held->reload(), IoException::class, 'PERMISSION', 'reload', 'open_basedir');
throws(fn () => $held->isStale(), IoException::class, 'PERMISSION', 'isStale', 'open_basedir');
throws(fn () => $held->setNow(5), IoException::class, 'PERMISSION', 'setNow maps anew', 'open_basedir');
throws(fn () => $loaded->reload(), IoException::class, 'PERMISSION', 'reload of a loaded one', 'open_basedir');
same($held->contains('x'), true, 'what is open stays open');
$filter->save("$dir/in/new.bloom");
check(is_file("$dir/in/new.bloom"), 'saving inside');
same(file_exists("$dir/in/none"), false, 'nothing else');
exec('rm -rf ' . escapeshellarg($dir));
echo "done\n";
--EXPECT--
done
