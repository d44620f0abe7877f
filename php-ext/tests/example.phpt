--TEST--
the example of the README
--EXTENSIONS--
onebloom
--FILE--
<?php
require __DIR__ . '/common.inc';

use Onebloom\BloomFilter;

$path = folder() . '/users.bloom';
$filter = new BloomFilter(1000, 0.01);
same($filter->add('user:42'), true, 'new');
same($filter->add('user:42'), false, 'known');
same($filter->addMany(['user:1', 'user:2', 'user:42']), 2, 'two of three are new');
$filter->save($path);

$open = BloomFilter::open($path);
same($open->contains('user:42'), true, 'member');
same($open->contains('user:43'), false, 'absent');
same($open->containsMany(['a' => 'user:1', 'b' => 'user:9']), ['a' => true, 'b' => false], 'many');
same(BloomFilter::load($path)->toBytes(), file_get_contents($path), 'toBytes is the file');
same(BloomFilter::fromBytes(file_get_contents($path)) == $filter, true, 'the same content');
echo "done\n";
--EXPECT--
done
