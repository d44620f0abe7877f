--TEST--
after fork both go on: memory apart, maps together
--EXTENSIONS--
onebloom
pcntl
--FILE--
<?php
require __DIR__ . '/common.inc';

use Onebloom\BloomFilter;

$path = folder() . '/f.bloom';
$memory = new BloomFilter(1000, 1e-6);
$memory->add('before');
$memory->save($path);
$map = BloomFilter::open($path, 'r+');
$reader = BloomFilter::open($path);
$pid = pcntl_fork();
if ($pid === 0) {
    $memory->add('child');
    $map->add('child');
    exit($memory->contains('before') && $reader->contains('before') && BloomFilter::open($path)->contains('child') ? 0 : 1);
}
pcntl_waitpid($pid, $status);
same(pcntl_wexitstatus($status), 0, 'the child');
same($memory->contains('child'), false, 'memory is apart');
same([$map->contains('child'), $reader->contains('child')], [true, true], 'maps are one');
echo "done\n";
--EXPECT--
done
