--TEST--
the request ends in the middle: fatal errors, exit, memory_limit
--EXTENSIONS--
onebloom
--FILE--
<?php
require __DIR__ . '/common.inc';

$make = 'use Onebloom\BloomFilter; $f = new BloomFilter(100000); register_shutdown_function(function () use ($f) { echo "\nstill ", (int) $f->contains("a"), (int) $f->contains("nothing"); });';
foreach ([
    'exit in a generator' => ['$f->addMany((function () { yield "a"; exit("bye"); })());', 'bye'],
    'fatal in a generator' => ['$f->add("a"); $f->addMany((function () { yield "b"; trigger_error("end", E_USER_ERROR); })());', 'end'],
    'memory_limit in a generator' => ['$f->add("a"); $f->addMany((function () { yield "b"; str_repeat("x", 1 << 28); })());', 'Allowed memory size'],
    'memory_limit in containsMany' => ['$f->add("a"); $f->containsMany((function () { for ($i = 0; ; $i++) yield $i => "k"; })());', 'Allowed memory size'],
    'memory_limit in toBytes' => ['$f->add("a"); $g = new BloomFilter(100_000_000); $g->toBytes();', 'Allowed memory size'],
    'memory_limit in serialize' => ['$f->add("a"); $g = new BloomFilter(100_000_000); serialize($g);', 'Allowed memory size'],
    'uncaught' => ['$f->add("a"); $f->add(null);', 'KeyTypeError'],
    'time limit' => ['$f->add("a"); set_time_limit(1); $f->addMany((function () { for ($i = 0; ; $i++) yield $i; })());', 'Maximum execution time'],
] as $name => [$code, $says]) {
    [$out, $status] = php($make . $code, ['memory_limit' => '32M']);
    check(str_contains($out, $says), "$name says '$says': $out");
    check(str_contains($out, 'still 1') || $name === 'exit in a generator' && str_contains($out, 'still 0'), "$name: shutdown code still asks: $out");
    check(in_array($status, [0, 255], true), "$name: exit code $status");
}
echo "done\n";
--EXPECT--
done
