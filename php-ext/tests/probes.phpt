--TEST--
probe positions and blocks of the vectors
--EXTENSIONS--
onebloom
--INI--
onebloom.max_mappings=0
--SKIPIF--
<?php require __DIR__ . '/common.inc'; vectors() ?? print 'skip the vectors of the repository are not here';
--FILE--
<?php
require __DIR__ . '/common.inc';

use Onebloom\BloomFilter;

$keys = [];
foreach (table(vectors() . '/keys.tsv') as $row) {
    $keys[$row[0]] = hex2bin($row[1] ?? '');
}

/** An empty filter of exactly this m and k, for its positions: a sparse file, which is mapped and never read. */
function filter(string $kind, string $scheme, string $seed, string $m, string $k): BloomFilter
{
    static $last = [null, null];
    $name = "$kind $scheme $seed $m $k";
    if ($last[0] !== $name) {
        $small = new BloomFilter(1000, 0.01, ['kind' => $kind, 'scheme' => $scheme, 'seed' => $seed, 'm' => 512, 'k' => $k]);
        $header = substr($small->toBytes(), 0, 128);
        $header = substr_replace($header, pack('P', $m), 16, 8);
        $header = substr_replace($header, strrev(hash('xxh3', substr($header, 0, 56), true)), 56, 8);
        $header = substr_replace($header, str_repeat("\0", 12), 80, 12); // not sealed
        $path = folder() . '/sparse.bloom';
        @unlink($path);
        $file = fopen($path, 'w');
        fwrite($file, $header);
        ftruncate($file, 128 + intdiv($m + 511, 512) * 64);
        $last = [$name, BloomFilter::open($path)];
    }
    return $last[1];
}

$checked = 0;
foreach (table(vectors() . '/probes.tsv') as [$scheme, $seed, $m, $k, $name, $positions]) {
    if ($m > 1 << 36 && getenv('USE_ZEND_ALLOC') === '0') {
        $checked++; // valgrind's address space is too small for it
        continue;
    }
    $checked++;
    same(implode(',', filter('classic', $scheme, $seed, $m, $k)->positions($keys[$name])), $positions, "positions of $scheme $seed $m $k $name");
}
check($checked === 2160, "$checked rows of probes.tsv");

$checked = 0;
foreach (table(vectors() . '/block_probes.tsv') as [$scheme, $seed, $m, $name, $bits]) {
    if ($m > 1 << 36 && getenv('USE_ZEND_ALLOC') === '0') {
        $checked++; // valgrind's address space is too small for it
        continue;
    }
    $checked++;
    same(implode(',', filter('blocked', $scheme, $seed, $m, '8')->positions($keys[$name])), $bits, "bits of $scheme $seed $m $name");
}
check($checked === 224, "$checked rows of block_probes.tsv");
echo "done\n";
--EXPECT--
done
