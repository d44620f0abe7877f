--TEST--
the table of keys: which are one, which are two, which are none
--EXTENSIONS--
onebloom
--SKIPIF--
<?php require __DIR__ . '/common.inc'; vectors() ?? print 'skip the vectors of the repository are not here';
--FILE--
<?php
require __DIR__ . '/common.inc';

use Onebloom\{BloomFilter, KeyTypeError};

/** [known, value] */
function value(string $type, string $text): array
{
    switch ($type) {
        case 'text':
        case 'bytes':
            return [true, hex2bin($text)];
        case 'int':
            return [(string) (int) $text === $text, (int) $text];
        case 'bool':
            return [true, $text === 'true'];
        case 'null':
            return [true, null];
        case 'float':
            return [true, $text === 'nan' ? NAN : (float) $text];
        case 'list':
            return [true, []];
        case 'object':
            return [true, new stdClass()];
    }
    return [false, null];
}

$walked = 0;
foreach (table(dirname(vectors()) . '/keys.tsv') as $row) {
    [$what, $type, $text, $type2, $text2] = $row + array_fill(0, 5, '');
    [$known, $first] = value($type, $text);
    if (!$known) {
        continue;
    }
    $say = "$what $type $text $type2 $text2";
    $walked++;
    if ($what === 'one' || $what === 'two') {
        [$known, $second] = value($type2, $text2);
        foreach ($known ? [[$first, $second], [$second, $first]] : [] as [$in, $asked]) {
            $filter = new BloomFilter(16, 1e-9);
            $filter->add($in);
            same($filter->contains($asked), $what === 'one', $say);
            same($filter->containsMany([$asked]), [$what === 'one'], "$say, many");
            same($filter->positions($asked) === $filter->positions($in), $what === 'one', "$say, positions");
            $many = new BloomFilter(16, 1e-9);
            $many->addMany([$in]);
            same($many->toBytes(), $filter->toBytes(), "$say, addMany");
        }
        continue;
    }
    $filter = new BloomFilter(16, 1e-9);
    $before = $filter->toBytes();
    foreach (['add', 'contains', 'positions'] as $verb) {
        throws(fn () => $filter->$verb($first), KeyTypeError::class, $what, "$verb $say");
    }
    throws(fn () => $filter->addMany([$first]), KeyTypeError::class, $what, "addMany $say");
    throws(fn () => $filter->containsMany([$first]), KeyTypeError::class, $what, "containsMany $say");
    same($filter->toBytes(), $before, "$say leaves the filter alone");
}
check($walked > 70, "$walked rows");
echo "done\n";
--EXPECT--
done
