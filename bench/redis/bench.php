<?php
/*
 * Redis rows from PHP, over phpredis: questions and adds in batches of 1, 100 and 1000 keys, at 1 %. What stands beside is
 * told in bench.py. Prints samples: table, contender, measure, ns. REDIS_PORT says where (see with_server.py).
 * usage: php -d extension=…/onebloom.so bench.php ROUNDS [SIZE ...]
 */
require __DIR__ . '/../../php-ext/php/autoload.php';

const BATCHES = [1 => 400, 100 => 30, 1000 => 5];

function cpu(Redis $client): float
{
    $info = $client->info('cpu');
    return ($info['used_cpu_user'] + $info['used_cpu_sys']) * 1e9;
}

function sample(Redis $client, string $table, string $contender, array $batches, callable $work): void
{
    $work($batches[0]); // scripts are loaded, connections made
    $count = array_sum(array_map('count', $batches));
    [$before, $start] = [cpu($client), hrtime(true)];
    foreach ($batches as $batch) {
        $work($batch);
    }
    [$spent, $busy] = [hrtime(true) - $start, cpu($client) - $before];
    printf("%s\t%s\tns a key\t%.0f\n", $table, $contender, $spent / $count);
    printf("%s\t%s\tserver CPU ns a key\t%.0f\n", $table, $contender, $busy / $count);
}

function one_each(Redis $client, string $command): callable
{
    return function (array $batch) use ($client, $command) {
        $pipe = $client->pipeline();
        foreach ($batch as $key) {
            $pipe->rawCommand($command, 'theirs', $key);
        }
        $pipe->exec();
    };
}

$client = new Redis();
$client->connect('127.0.0.1', (int) getenv('REDIS_PORT'));
$capacity = (int) end($argv);
$local = new Onebloom\BloomFilter($capacity, 0.01);
for ($i = 0; $i < $capacity / 2; $i++) {
    $local->add("user:$i");
}
$ours = (new Onebloom\Redis\RedisBloomFilter($client, 'ours'))->push($local);
$client->setBit('bits', $local->stats()['m'], true);
$client->rawCommand('BF.RESERVE', 'theirs', '0.01', (string) $capacity, 'NONSCALING');
$bits = fn (callable $one) => function (array $batch) use ($client, $local, $one) {
    $pipe = $client->pipeline();
    foreach ($batch as $key) {
        foreach ($local->positions($key) as $position) {
            $one($pipe, $position);
        }
    }
    $pipe->exec();
};
$fresh = 0;
for ($round = 0; $round < (int) $argv[1]; $round++) {
    foreach (BATCHES as $size => $count) {
        $table = "contains, $size keys a batch, filter of " . number_format($capacity);
        $asked = array_map(fn ($i) => array_map(fn ($j) => 'user:' . ($i * $size + $j), range(0, $size - 1)), range(0, $count - 1));
        sample($client, $table, 'onebloom', $asked, fn ($batch) => $ours->containsMany($batch));
        sample($client, $table, 'k GETBIT a key, pipelined', $asked, $bits(fn ($pipe, $p) => $pipe->getBit('bits', $p)));
        sample($client, $table, 'BF.EXISTS, pipelined', $asked, one_each($client, 'BF.EXISTS'));
        sample($client, $table, 'BF.MEXISTS', $asked, fn ($batch) => $client->rawCommand('BF.MEXISTS', 'theirs', ...$batch));
        $table = "add, $size keys a batch, filter of " . number_format($capacity);
        $added = array_map(fn ($batch) => array_map(fn ($key) => "new:$fresh:$key", $batch), $asked);
        $fresh++;
        sample($client, $table, 'onebloom', $added, fn ($batch) => $ours->addEach($batch));
        sample($client, $table, 'k SETBIT a key, pipelined', $added, $bits(fn ($pipe, $p) => $pipe->setBit('bits', $p, true)));
        sample($client, $table, 'BF.ADD, pipelined', $added, one_each($client, 'BF.ADD'));
        sample($client, $table, 'BF.MADD', $added, fn ($batch) => $client->rawCommand('BF.MADD', 'theirs', ...$batch));
    }
}
