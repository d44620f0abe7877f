--TEST--
B87 B88: paths of every kind
--EXTENSIONS--
onebloom
--FILE--
<?php
require __DIR__ . '/common.inc';

use Onebloom\{BloomFilter, IoException, FormatException, ArgumentError, StateException, OnebloomException};

$dir = folder();
$filter = new BloomFilter(1000);
$filter->addMany(users(0, 1000));
$filter->save("$dir/f.bloom");
$filter->save("$dir/f.bloom"); // over itself is fine

$calls = [
    'open' => fn ($p) => BloomFilter::open($p), 'open r+' => fn ($p) => BloomFilter::open($p, 'r+'), 'load' => fn ($p) => BloomFilter::load($p),
    'save' => fn ($p) => $filter->save($p), 'replace' => fn ($p) => $filter->replace($p),
];
foreach ($calls as $name => $call) {
    throws(fn () => $call(''), ArgumentError::class, 'INVALID_ARGUMENT', "$name the empty path");
    throws(fn () => $call("$dir/f.bloom\0.txt"), ArgumentError::class, 'INVALID_ARGUMENT', "$name with NUL", 'NUL');
    throws(fn () => $call([]), TypeError::class, null, "$name an array");
    throws(fn () => $call("$dir/none/f.bloom"), IoException::class, 'NOT_FOUND', "$name in a missing folder", 'none/f.bloom');
    throws(fn () => $call("$dir/f.bloom/g"), IoException::class, 'IO', "$name below a file");
    throws(fn () => $call('/' . str_repeat('x', 5000)), IoException::class, 'IO', "$name 5000 characters");
    throws(fn () => $call(str_repeat('x/', 2500)), IoException::class, 'IO', "$name 5000 characters, relative");
}
foreach (['open', 'open r+', 'load'] as $name) {
    throws(fn () => $calls[$name]("$dir/none"), IoException::class, 'NOT_FOUND', "$name a missing file");
    try {
        $calls[$name]($dir);
        echo "FAILED: $name a folder\n";
    } catch (OnebloomException $e) {
        check(str_contains($e->getMessage(), $dir), "$name a folder: {$e->getMessage()}");
    }
    foreach (['/dev/null', '/dev/zero'] as $device) {
        try {
            $calls[$name]($device);
            echo "FAILED: $name $device\n";
        } catch (OnebloomException) {
        }
    }
    exec("mkfifo " . escapeshellarg("$dir/fifo"));
    try {
        $calls[$name]("$dir/fifo"); // must not wait for a writer
        echo "FAILED: $name a FIFO\n";
    } catch (OnebloomException) {
    }
    unlink("$dir/fifo");
}
throws(fn () => BloomFilter::open("$dir/f.bloom", 'w'), ArgumentError::class, 'INVALID_ARGUMENT', 'mode w', 'r+');
throws(fn () => BloomFilter::open("$dir/f.bloom", ''), ArgumentError::class, 'INVALID_ARGUMENT', 'mode empty');
throws(fn () => $filter->save($dir), ArgumentError::class, 'INVALID_ARGUMENT', 'save over a folder');

// relative paths follow the current folder
$before = getcwd();
chdir($dir);
same(BloomFilter::open('f.bloom')->contains('user:1'), true, 'relative');
mkdir('sub');
chdir('sub');
throws(fn () => BloomFilter::open('f.bloom'), IoException::class, 'NOT_FOUND', 'another folder, another file');
same(BloomFilter::open('../f.bloom')->contains('user:1'), true, 'relative with ..');
$filter->save('s.bloom');
check(is_file("$dir/sub/s.bloom"), 'saved in the current folder');
same(glob("$dir/sub/*"), ["$dir/sub/s.bloom"], 'no temporary file is left');
chdir($before);

// names that are not ASCII, or not even UTF-8
foreach (["$dir/布隆.bloom", "$dir/\xff\xfe.bloom", "$dir/a b'\"\\.bloom"] as $name) {
    $filter->save($name);
    same(BloomFilter::open($name)->contains('user:1'), true, bin2hex(basename($name)));
    check(is_array(BloomFilter::open($name)->stats()), 'stats of ' . bin2hex(basename($name)));
}

// B87: a read-only file is opened, asked, and left alone
chmod("$dir/f.bloom", 0444);
touch("$dir/f.bloom", 1000000000);
clearstatcache();
$map = BloomFilter::open("$dir/f.bloom");
same($map->contains('user:1'), true, 'a read-only file');
throws(fn () => $map->add('x'), StateException::class, 'READ_ONLY', 'add');
throws(fn () => $map->addMany(['x']), StateException::class, 'READ_ONLY', 'addMany');
throws(fn () => $map->clear(), StateException::class, 'READ_ONLY', 'clear');
throws(fn () => $map->merge($filter), StateException::class, 'READ_ONLY', 'merge');
unset($map);
clearstatcache();
same(filemtime("$dir/f.bloom"), 1000000000, 'its time is unchanged');
// B85: what is in memory does not care what becomes of the file
$copy = "$dir/copy.bloom";
copy("$dir/f.bloom", $copy);
$loaded = BloomFilter::load($copy);
file_put_contents($copy, '');
same(missing($loaded, users(0, 1000)), 0, 'truncated after load');
throws(fn () => $loaded->reload(), FormatException::class, 'NOT_A_FILTER', 'reload of what is left');
same(missing($loaded, users(0, 1000)), 0, 'still there');
$filter->save($copy);
same($loaded->reload(), true, 'reload of a loaded filter');
// symbolic links
symlink("$dir/f.bloom", "$dir/link");
same(BloomFilter::open("$dir/link")->contains('user:1'), true, 'through a link');
symlink("$dir/nowhere", "$dir/dangling");
throws(fn () => BloomFilter::open("$dir/dangling"), IoException::class, 'NOT_FOUND', 'a dangling link');
echo "done\n";
--EXPECT--
done
