<?php

declare(strict_types=1);

/*
 * Redis rows from PHP: questions and adds in batches of 1, 100 and 1000 keys over phpredis, at 1 %, beside k pipelined
 * GETBIT or SETBIT a key and RedisBloom's commands on the same server, as bench/redis/bench.py does from Python.
 * usage: php -d extension=…/onebloom.so redis.php ROUNDS SIZE…; prints samples: table, contender, measure, ns
 */

use Onebloom\BloomFilter;
use Onebloom\Redis\RedisBloomFilter;

require __DIR__ . '/../tests/common.inc';
require __DIR__ . '/../php/autoload.php';
require __DIR__ . '/../redis/server.inc';

/** Nanoseconds that the server has worked. */
function cpu(Redis $redis): float
{
    $info = $redis->info('cpu');
    return ($info['used_cpu_user'] + $info['used_cpu_sys']) * 1e9;
}

function sample(Redis $redis, string $table, string $contender, array $batches, callable $work): void
{
    $work($batches[0]); // scripts are loaded, connections made
    $count = array_sum(array_map('count', $batches));
    $before = cpu($redis);
    $start = hrtime(true);
    foreach ($batches as $batch) {
        $work($batch);
    }
    $spent = hrtime(true) - $start;
    printf("%s\t%s\tns a key\t%.0f\n", $table, $contender, $spent / $count);
    printf("%s\t%s\tserver CPU ns a key\t%.0f\n", $table, $contender, (cpu($redis) - $before) / $count);
}

/** @return callable k commands a key, in one pipeline */
function bits(Redis $redis, string $command, BloomFilter $local): callable
{
    $tail = $command === 'setBit' ? [true] : [];
    return function (array $batch) use ($redis, $command, $local, $tail): void {
        $pipe = $redis->multi(Redis::PIPELINE);
        foreach ($batch as $key) {
            foreach ($local->positions($key) as $position) {
                $pipe->$command('bits', $position, ...$tail);
            }
        }
        $pipe->exec();
    };
}

function each_one(Redis $redis, string $command): callable
{
    return function (array $batch) use ($redis, $command): void {
        $pipe = $redis->multi(Redis::PIPELINE);
        foreach ($batch as $key) {
            $pipe->rawCommand($command, 'theirs', $key);
        }
        $pipe->exec();
    };
}

/** @return list<list<string>> */
function batches(string $word, int $from, int $count, int $size): array
{
    return array_chunk(array_map(fn (int $i): string => "$word:$i", range($from, $from + $count * $size - 1)), $size);
}

[$rounds, $capacity] = [(int) $argv[1], (int) $argv[$argc - 1]];
$python = python();
$server = new Server($python === null ? [] : ['--loadmodule', bloom_module($python)]);
$redis = $server->admin();
$local = new BloomFilter($capacity, 0.01);
$local->addMany(batches('user', 0, 1, intdiv($capacity, 2))[0]);
$ours = (new RedisBloomFilter($redis, 'ours'))->push($local);
$redis->setBit('bits', $local->stats()['m'], true);
if ($python !== null) {
    $redis->rawCommand('BF.RESERVE', 'theirs', '0.01', (string) $capacity, 'NONSCALING');
}
$fresh = 0;
for ($round = 0; $round < $rounds; $round++) {
    foreach ([1 => 400, 100 => 30, 1000 => 5] as $size => $count) {
        foreach (['contains' => ['user', 'containsMany', 'getBit', 'BF.EXISTS', 'BF.MEXISTS'], 'add' => ['new', 'addEach', 'setBit', 'BF.ADD', 'BF.MADD']]
            as $verb => [$word, $mine, $bit, $one, $many]) {
            $keys = batches($word, $verb === 'add' ? $fresh : 0, $count, $size);
            $fresh += $verb === 'add' ? $count * $size : 0;
            $table = "PHP, $verb, $size keys a batch, filter of " . number_format($capacity);
            sample($redis, $table, 'onebloom', $keys, $ours->$mine(...));
            sample($redis, $table, 'k ' . strtoupper($bit) . ' a key, pipelined', $keys, bits($redis, $bit, $local));
            if ($python !== null) {
                sample($redis, $table, "$one, pipelined", $keys, each_one($redis, $one));
                sample($redis, $table, $many, $keys, fn (array $batch) => $redis->rawCommand($many, 'theirs', ...$batch));
            }
        }
    }
}
