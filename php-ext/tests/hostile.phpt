--TEST--
hostile files: the code of the manifest, loaded, from bytes, mapped
--EXTENSIONS--
onebloom
--SKIPIF--
<?php require __DIR__ . '/common.inc'; vectors() ?? print 'skip the vectors of the repository are not here';
--FILE--
<?php
require __DIR__ . '/common.inc';

use Onebloom\{BloomFilter, FormatException};

$before = memory_get_peak_usage();
$walked = 0;
foreach (table(vectors() . '/hostile/MANIFEST.tsv') as [$name, $code]) {
    $path = vectors() . "/hostile/$name.bloom";
    $walked++;
    throws(fn () => BloomFilter::load($path), FormatException::class, $code, "load $name");
    throws(fn () => BloomFilter::fromBytes(file_get_contents($path)), FormatException::class, $code, "fromBytes $name");
    throws(fn () => (new ReflectionClass(BloomFilter::class)) && unserialize(serialized(file_get_contents($path))),
        FormatException::class, $code, "unserialize $name");
    foreach (['r', 'r+'] as $mode) {
        $copy = folder() . "/$name.bloom";
        copy($path, $copy);
        if ($code === 'CHECKSUM_MISMATCH') {
            $filter = BloomFilter::open($copy, $mode); // a map does not read the body
            throws(fn () => $filter->verify(), FormatException::class, $code, "verify $name");
        } else {
            throws(fn () => BloomFilter::open($copy, $mode), FormatException::class, $code, "open $mode $name");
        }
        unset($filter);
        same(file_get_contents($copy), file_get_contents($path), "$name: untouched");
    }
}
check($walked >= 84, "$walked files");

function serialized(string $image): string
{
    return 'O:20:"Onebloom\BloomFilter":1:{s:5:"image";s:' . strlen($image) . ':"' . $image . '";}';
}
echo "done\n";
--EXPECT--
done
