--TEST--
B104 B106: objects without a constructor, closed objects, clones
--EXTENSIONS--
onebloom
--FILE--
<?php
require __DIR__ . '/common.inc';

use Onebloom\{BloomFilter, StateException, FormatException};

$class = new ReflectionClass(BloomFilter::class);
check($class->isFinal(), 'final');
throws(fn () => $class->newInstanceWithoutConstructor(), ReflectionException::class, null, 'newInstanceWithoutConstructor');

/** Every verb that asks something of an object, with arguments that would do. */
function verbs(BloomFilter $filter): array
{
    $other = new BloomFilter(100);
    $path = folder() . '/x.bloom';
    return [
        'add' => fn () => $filter->add('x'), 'addMany' => fn () => $filter->addMany(['x']), 'addMany nothing' => fn () => $filter->addMany([]),
        'contains' => fn () => $filter->contains('x'), 'containsMany' => fn () => $filter->containsMany(['x']),
        'containsMany nothing' => fn () => $filter->containsMany([]), 'remove' => fn () => $filter->remove('x'),
        'merge' => fn () => $filter->merge($other), 'merged' => fn () => $other->merge($filter), 'clear' => fn () => $filter->clear(),
        'copy' => fn () => $filter->copy(), 'save' => fn () => $filter->save($path), 'replace' => fn () => $filter->replace($path),
        'toBytes' => fn () => $filter->toBytes(), 'flush' => fn () => $filter->flush(), 'verify' => fn () => $filter->verify(),
        'reload' => fn () => $filter->reload(), 'isStale' => fn () => $filter->isStale(), 'setNow' => fn () => $filter->setNow(1),
        'setNow null' => fn () => $filter->setNow(null), 'stats' => fn () => $filter->stats(), 'positions' => fn () => $filter->positions('x'),
        'toParts' => fn () => $filter->toParts(), 'toBits' => fn () => $filter->toBits('msb'), 'toClassic' => fn () => $filter->toClassic(),
        'sectionOf' => fn () => $filter->sectionOf('x'),
        'serialize' => fn () => serialize($filter), '__serialize' => fn () => $filter->__serialize(), 'clone' => fn () => clone $filter,
    ];
}

$closed = new BloomFilter(100);
$closed->close();
$closed->close();
foreach (verbs($closed) as $name => $verb) {
    throws($verb, StateException::class, 'CLOSED', "$name after close", 'closed');
}
throws(fn () => $closed->__construct(100), Error::class, null, 'the constructor after close');
throws(fn () => $closed->__unserialize(['image' => (new BloomFilter(1))->toBytes()]), Error::class, null, '__unserialize after close');
same($closed->__debugInfo(), ['filter' => 'closed'], 'debug of a closed one');
check(!is_file(folder() . '/x.bloom'), 'nothing was saved');

// objects that unserialize() left without a filter
function broken(): array
{
    $left = [];
    foreach (['O:20:"Onebloom\BloomFilter":0:{}', 'C:20:"Onebloom\BloomFilter":0:{}', 'O:20:"Onebloom\BloomFilter":1:{s:5:"image";i:1;}',
        'O:20:"Onebloom\BloomFilter":1:{i:0;s:1:"x";}', 'E:20:"Onebloom\BloomFilter:x";',
        // the object is kept by a second place in the same data
        'a:2:{i:0;O:20:"Onebloom\BloomFilter":1:{s:5:"image";s:1:"x";}i:1;r:2;}'] as $text) {
        try {
            $value = @unserialize($text);
            if ($value instanceof BloomFilter) {
                $left[] = $value;
            }
        } catch (FormatException $e) {
            same(code($e), 'NOT_A_FILTER', $text);
        } catch (ErrorException) {
        }
    }
    // a subclass cannot be made, but a destructor can meet an object that failed
    return $left;
}
foreach (broken() as $filter) {
    foreach (verbs($filter) as $name => $verb) {
        throws($verb, Error::class, null, "$name without a filter");
    }
}

/** Keeps what __unserialize got hold of, before the filter beside it is filled. */
class Thief
{
    public static array $stolen = [];
    public $prey;
    public function __wakeup(): void { self::$stolen[] = $this->prey; }
}
try {
    unserialize('a:2:{i:0;O:5:"Thief":1:{s:4:"prey";O:20:"Onebloom\BloomFilter":1:{s:5:"image";s:1:"x";}}i:1;i:1;}');
} catch (FormatException) {
}
foreach (Thief::$stolen as $filter) {
    if ($filter instanceof BloomFilter) {
        foreach (verbs($filter) as $name => $verb) {
            throws($verb, Error::class, null, "$name of a stolen object");
        }
        same($filter->__debugInfo(), ['filter' => 'none'], 'debug of a stolen one');
    }
}

// a constructor that failed leaves nothing behind that could be called
try {
    $filter = new BloomFilter(0);
} catch (Onebloom\ArgumentError) {
}
check(!isset($filter) || $filter !== null, 'no object');
$good = new BloomFilter(100);
throws(fn () => $good->__construct(100), Error::class, null, 'constructed twice');
throws(fn () => $good->__unserialize(['image' => $good->toBytes()]), Error::class, null, 'filled twice');
throws(function () use ($good) { $good->dynamic = 1; }, Error::class, null, 'no dynamic properties');
echo "done\n";
--EXPECT--
done
