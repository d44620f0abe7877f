--TEST--
B107 B76 B81: serialize is the file image, checked like a file
--EXTENSIONS--
onebloom
--FILE--
<?php
require __DIR__ . '/common.inc';

use Onebloom\{BloomFilter, FormatException};

$filter = new BloomFilter(1000, 0.01, ['growth' => 2]);
$filter->addMany(users(0, 3000));
$text = serialize($filter);
same(unserialize($text)->contains('user:0'), true, 'B76: the first call after unserialize');
$again = unserialize($text);
check($again == $filter, 'the same content');
same($again->toBytes(), $filter->toBytes(), 'the same bytes');
same(missing($again, users(0, 3000)), 0, 'all in');
$again->add('more');
same(missing($again, ['more']), 0, 'and it can be written');

$path = folder() . '/f.bloom';
$filter->save($path);
$map = BloomFilter::open($path);
$again = unserialize(serialize($map));
check($again == $filter && $again->stats()['mapped'] === false, 'a map serializes its content');
same(unserialize(serialize(['a' => $map, 'b' => [$map]]))['b'][0]->contains('user:5'), true, 'inside arrays');
check(unserialize(serialize([$filter, $filter]))[1] == $filter, 'the same object twice');

// damage
$image = $filter->toBytes();
foreach ([0, 8, 100, 128, 200, strlen($image) - 1] as $at) {
    $bad = $text;
    $i = strpos($text, $image) + $at;
    $bad[$i] = chr(ord($bad[$i]) ^ 0x10);
    throws(fn () => unserialize($bad), FormatException::class, code_of(fn () => BloomFilter::fromBytes(substr($bad, strpos($text, $image), strlen($image)))), "byte $at");
}
same(unserialize($text, ['allowed_classes' => false]) instanceof BloomFilter, false, 'not allowed');

// B81: bytes that went through a text conversion are refused
foreach ([@utf8_encode($image), json_decode(json_encode($image, JSON_INVALID_UTF8_SUBSTITUTE)), rtrim($image, "\0"), trim($image), strtolower($image), ''] as $i => $bad) {
    if ($bad === $image) {
        continue; // nothing to trim or to fold this time
    }
    throws(fn () => BloomFilter::fromBytes($bad), FormatException::class, code_of(fn () => BloomFilter::fromBytes($bad)), "conversion $i");
}
// what prints an object does not break
ob_start();
var_dump($filter);
print_r($filter);
$shown = ob_get_clean();
check(str_contains($shown, 'kind=classic'), 'var_dump shows the filter in one line');
same(json_encode($filter), '{}', 'json');
check(str_contains(var_export($filter, true), 'BloomFilter'), 'var_export');
same((array) $filter, [], 'array');
same($map->__debugInfo()['path'], $path, 'the path of a map');
echo "done\n";

function code_of(callable $call): string
{
    try {
        $call();
    } catch (FormatException $e) {
        return code($e);
    }
    return 'OK';
}
--EXPECT--
done
