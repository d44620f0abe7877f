--TEST--
max_mappings: the map that was not used for longest goes first; 0 keeps none
--EXTENSIONS--
onebloom
--INI--
onebloom.max_mappings=3
onebloom.revalidate_freq=1000
--FILE--
<?php
require __DIR__ . '/common.inc';

use Onebloom\BloomFilter;

$dir = folder();
$filter = new BloomFilter(1000);
for ($i = 0; $i < 6; $i++) {
    $filter->save("$dir/$i.bloom");
}
function mapped(): array
{
    preg_match_all('~/(\d)\.bloom~', file_get_contents('/proc/self/maps'), $m);
    sort($m[1]);
    return array_map('intval', array_values(array_unique($m[1])));
}
for ($i = 0; $i < 3; $i++) {
    BloomFilter::open("$dir/$i.bloom");
}
same(mapped(), [0, 1, 2], 'three');
BloomFilter::open("$dir/0.bloom");
BloomFilter::open("$dir/3.bloom");
same(mapped(), [0, 2, 3], 'the oldest went');
$held = BloomFilter::open("$dir/2.bloom");
foreach ([4, 5, 0, 1] as $i) {
    BloomFilter::open("$dir/$i.bloom");
}
same(mapped(), [0, 1, 2, 5], 'a map in use stays mapped, beside the table');
same($held->contains('x'), false, 'and answers');
unset($held);
same(mapped(), [0, 1, 5], 'until its object goes');
check(ini_set('onebloom.max_mappings', '9') === false, 'a script cannot change it');

[$out] = php('
    $f = new Onebloom\BloomFilter(100); $f->save($argv[0] . ".bloom");
    $a = Onebloom\BloomFilter::open($argv[0] . ".bloom"); $b = Onebloom\BloomFilter::open($argv[0] . ".bloom");
    echo substr_count(file_get_contents("/proc/self/maps"), $argv[0] . ".bloom");
    unset($a, $b);
    echo substr_count(file_get_contents("/proc/self/maps"), $argv[0] . ".bloom");
    $a = Onebloom\BloomFilter::open($argv[0] . ".bloom", "r+"); $a->add("x"); echo (int) $a->reload(); $a->setNow(5); $a->setNow(null);
', ['onebloom.max_mappings' => '0']);
same($out, '200', '0: each open maps, nothing is kept');
echo "done\n";
--EXPECT--
done
