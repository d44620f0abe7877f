<?php
// One request: takes a filter, asks for one key, prints how many ns that took.

use Onebloom\BloomFilter;

$start = hrtime(true);
switch ($_GET['op']) {
    case 'open':
        $is = BloomFilter::open($_GET['path'])->contains('500');
        break;
    case 'load':
        $is = BloomFilter::load($_GET['path'])->contains('500');
        break;
    case 'string':
        // what a filter in PHP would do, with crc32 in place of the real hash: the file is what costs
        $bits = file_get_contents($_GET['path']);
        $m = (strlen($bits) - 128) * 8;
        $is = true;
        for ($i = 0; $i < 7; $i++) {
            $p = 1024 + crc32("500:$i") % $m;
            $is = $is && (ord($bits[$p >> 3]) & 0x80 >> ($p & 7));
        }
        break;
}
echo hrtime(true) - $start;
