--TEST--
B01 B02 B15 B17 B21: emoji, NUL, normal forms, the empty key, long keys
--EXTENSIONS--
onebloom
--FILE--
<?php
require __DIR__ . '/common.inc';

use Onebloom\BloomFilter;

$filter = new BloomFilter(100, 1e-6);
same($filter->contains(''), false, 'empty filter');
same($filter->add(''), true, 'the empty key is a key');
same($filter->contains(''), true, 'and is in');
$one = new BloomFilter(100, 1e-6);
$one->add('');
$cells = array_unique($one->positions(''));
$body = substr($one->toBytes(), 128);
same(array_sum(array_map(fn ($c) => substr_count(decbin(ord($c)), '1'), str_split($body))), count($cells), 'B21: k distinct bits');
foreach ($cells as $cell) {
    check((ord($body[$cell >> 3]) & (0x80 >> ($cell & 7))) !== 0, "B132: bit $cell is where Redis has it");
}

$long = str_repeat('x', 1 << 19) . "\0" . str_repeat('y', 1 << 19);
$keys = ['😀', '😺', '𠮷', "a\0b", "ab\0cd", 'é', "e\u{301}", '한', $long];
$filter->addMany($keys);
same(missing($filter, $keys), 0, 'all in');
foreach (['a', 'ab', "ab\0ce", "ab\0", substr($long, 0, -1), substr($long, 0, 1 << 19), "\xED\xA0\xBD\xED\xB8\x80"] as $key) {
    same($filter->contains($key), false, 'cut at NUL, or another encoding: ' . bin2hex(substr($key, 0, 8)));
}
check($filter->positions('é') !== $filter->positions("e\u{301}"), 'B15: NFC and NFD are two keys');
// B04: PHP strings are bytes, and any bytes are a key
$filter->add("\xED\xA0\x80");
same($filter->contains("\xED\xA0\x80"), true, 'ill-formed UTF-8 is bytes');
// array keys: PHP turns "42" into 42, which is the same key
$array = ['42' => 'a', 'x' => 'b'];
$filter->addMany(array_keys($array));
same($filter->contains('42') && $filter->contains(42), true, 'array keys');
echo "done\n";
--EXPECT--
done
