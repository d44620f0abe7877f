--TEST--
B18 B20: what is no key, without strict_types
--EXTENSIONS--
onebloom
--FILE--
<?php
require __DIR__ . '/common.inc';

use Onebloom\{BloomFilter, KeyTypeError};

enum Suit: string { case Hearts = 'h'; }
class Text { public function __toString(): string { return 'text'; } }

$filter = new BloomFilter(100, 0.01, ['kind' => 'counting']);
$before = $filter->toBytes();
$closed = fopen('php://memory', 'r');
fclose($closed);
foreach ([
    'null' => null, 'true' => true, 'false' => false, 'float' => 1.0, 'fraction' => 1.5, 'large' => 1e25, '-0.0' => -0.0, 'NAN' => NAN, 'INF' => INF,
    'array' => [], 'list' => ['a'], 'object' => new stdClass(), 'Stringable' => new Text(), 'enum' => Suit::Hearts,
    'closure' => fn () => 'x', 'resource' => fopen('php://memory', 'r'), 'closed resource' => $closed, 'GMP-like' => new ArrayObject([1]),
] as $name => $value) {
    foreach (['add', 'contains', 'remove', 'positions'] as $verb) {
        throws(fn () => $filter->$verb($value), KeyTypeError::class, 'KEY_TYPE', "$verb($name)", 'a key must be an integer or a string');
        throws(fn () => call_user_func([$filter, $verb], $value), KeyTypeError::class, 'KEY_TYPE', "call_user_func $verb($name)");
        throws(fn () => (new ReflectionMethod($filter, $verb))->invoke($filter, $value), KeyTypeError::class, 'KEY_TYPE', "invoke $verb($name)");
    }
    throws(fn () => array_map([$filter, 'add'], [$value]), KeyTypeError::class, 'KEY_TYPE', "array_map add($name)");
}
same($filter->toBytes(), $before, 'nothing was added');
same($filter->contains(''), false, 'the empty key above all');
same($filter->contains('1'), false, 'nor 1');

// a reference is what it refers to
$key = 'by reference';
$reference = &$key;
$filter->add($reference);
$list = [&$key];
same($filter->containsMany($list), [true], 'references in arrays');
throws(fn () => $filter->add(), ArgumentCountError::class, null, 'no argument');
throws(fn () => $filter->addMany('text'), TypeError::class, null, 'addMany of a string');
echo "done\n";
--EXPECT--
done
