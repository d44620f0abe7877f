--TEST--
Onebloom\Redis\Remote and Task without a server: commands out, replies in, handles
--EXTENSIONS--
onebloom
--FILE--
<?php
require __DIR__ . '/common.inc';

use Onebloom\{ArgumentError, BloomFilter, IoException, KeyTypeError, StateException};
use Onebloom\Redis\{Remote, Task};

// what may be said wrong
throws(fn () => new Remote(''), ArgumentError::class, 'INVALID_ARGUMENT', 'no name');
throws(fn () => new Remote('f', ['colour' => 1]), ArgumentError::class, 'INVALID_ARGUMENT', 'unknown', 'colour');
throws(fn () => new Remote('f', [1, 2]), ArgumentError::class, 'INVALID_ARGUMENT', 'a list');
throws(fn () => new Remote('f', ['ttl' => -1]), ArgumentError::class, 'OUT_OF_RANGE', 'ttl', 'ttl');
throws(fn () => new Remote('f', ['seed' => []]), ArgumentError::class, 'INVALID_ARGUMENT', 'an array', 'array');
$remote = new Remote('f', ['capacity' => null, 'seed' => '18446744073709551615', 'fpp' => 0.5]);
throws(fn () => clone $remote, Error::class, null, 'clone', 'uncloneable');
throws(fn () => serialize($remote), Exception::class, null, 'serialize');
throws(fn () => $remote->__construct('g'), Error::class, null, 'the constructor twice');
throws(fn () => $remote->task('explode'), ArgumentError::class, 'INVALID_ARGUMENT', 'no verb', 'explode');
throws(fn () => $remote->task('push', ['key']), ArgumentError::class, 'INVALID_ARGUMENT', 'push of keys');
throws(fn () => $remote->task('add', 'key'), TypeError::class, null, 'a string', 'array');
throws(fn () => $remote->task('push', new stdClass()), TypeError::class, null, 'another object');
foreach ([1.5, null, true, [], new stdClass()] as $bad) {
    throws(fn () => $remote->task('add', ['good', $bad, 7]), KeyTypeError::class, 'KEY_TYPE', gettype($bad));
}
throws(fn () => $remote->task('remove', [&$bad]), KeyTypeError::class, 'KEY_TYPE', 'a reference');
$closed = new BloomFilter(10);
$closed->close();
throws(fn () => $remote->task('push', $closed), StateException::class, 'CLOSED', 'a closed filter');
throws(fn () => new Task(), Error::class, null, 'a task by hand');
check($remote != new Remote('f'), 'two are never equal');
throws(fn () => (new Remote('f', ['backend' => 'redisbloom']))->next(), StateException::class, 'UNSUPPORTED', 'next');
$next = $remote->next(['capacity' => 10]);
check($next instanceof Remote && $next->task('create')->advance(), 'next');

// a filter of this process behind the commands that ask for it: BITFIELD_RO GET i64 … GET u1 …
$filter = new BloomFilter(1000);
$filter->addMany(['a', 7]);
$bytes = $filter->toBytes();

/** @return list<mixed> what a server that holds $bytes says */
function answer(array $commands, string $bytes): array
{
    $bit = fn (int $at): int => ord($bytes[$at >> 3]) >> (7 - ($at & 7)) & 1;
    return array_map(fn (array $command) => match ($command[0]) {
        'BITFIELD_RO' => array_map(function (array $get) use ($bytes, $bit) {
            [, $type, $at] = $get;
            return $type === 'i64' ? unpack('J', substr($bytes, $at >> 3, 8))[1] : $bit((int) $at);
        }, array_chunk(array_slice($command, 2), 3)),
        'STRLEN' => strlen($bytes),
        'GETRANGE' => substr($bytes, (int) $command[2], $command[3] - $command[2] + 1),
        'PTTL' => -1,
        default => new RuntimeException("ERR unknown command '$command[0]'"),
    }, $commands);
}

function turn(Task $task, string $bytes): Task
{
    while ($task->advance()) {
        same(count($task->keyIndexes()), count($task->commands()), 'an index each');
        foreach ($task->commands() as $i => $command) {
            same($command[$task->keyIndexes()[$i]], 'f', 'the key');
        }
        check(!$task->writes(), 'nothing is written');
        $task->feed(answer($task->commands(), $bytes));
    }
    return $task;
}

$remote = new Remote('f', ['layout' => 'single']);
$bad = 'a';
same(turn($remote->task('contains', [&$bad, 'x' => 7, '7', 'absent']), $bytes)->answers(), [true, true, true, false], 'contains');
same(turn($remote->task('contains', []), $bytes)->answers(), [], 'no keys');
check(turn($remote->task('pull'), $bytes)->filter() == $filter, 'pull');
$version = turn($remote->task('version'), $bytes)->record();
same([$version['generation'], strlen($version['header_sum']), $version['unavailable']], [0, 16, null], 'version');

// replies that are none, and a line that breaks
$deep = [];
for ($i = 0; $i < 1000; $i++) {
    $deep = [$deep];
}
foreach ([new stdClass(), $deep, STDIN, [[1, new stdClass()]]] as $reply) {
    $task = $remote->task('contains', ['a']);
    check($task->advance(), 'begun');
    throws(fn () => $task->feed([$reply]), TypeError::class, null, 'no reply', 'reply');
    throws(fn () => $task->advance(), IoException::class, 'UNAVAILABLE', 'and the task is over');
}
foreach ([1, 'text', '', [], [1, 2], true, false, null, 1.5, [[]], new RuntimeException('ERR no'), new RuntimeException(''), new Error('LOADING x')] as $reply) {
    foreach (['contains' => ['a'], 'add' => ['a'], 'pull' => null, 'stats' => null] as $verb => $with) {
        $task = (new Remote('f', ['layout' => 'single']))->task($verb, $with);
        try {
            while ($task->advance()) {
                $task->feed(array_map(fn () => $reply, $task->commands()));
            }
            check(false, "$verb believes " . gettype($reply));
        } catch (Onebloom\OnebloomException $e) {
            check($e->getMessage() !== '', $verb);
        }
    }
}
$task = $remote->task('add', ['a']);
check($task->advance() && $task->writes(), 'add writes');
throws(fn () => $task->advance(), ArgumentError::class, 'INVALID_ARGUMENT', 'no replies', '0 replies');
throws(fn () => $task->filter(), ArgumentError::class, 'INVALID_ARGUMENT', 'no filter');
$task = $remote->task('contains', ['a', 'b']);
$task->advance();
$task->lost('no line');
throws(fn () => $task->advance(), IoException::class, 'UNAVAILABLE', 'lost', 'no line');
$task = (new Remote('f', ['on_unavailable' => 'maybe']))->task('contains', ['a', 'b']);
$task->advance();
$task->lost('no line');
same([$task->advance(), $task->answers()], [false, [true, true]], 'maybe');
check(str_contains($task->record()['unavailable'], 'no line'), 'and why');
echo "done\n";
--EXPECT--
done
