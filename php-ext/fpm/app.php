<?php
// What the workers run for the tests and the measurements.

use Onebloom\BloomFilter;

/** @return array<string, mixed> */
function answer(string $op, array $in): array
{
    switch ($op) {
        case 'ask': // the answers of a filter, one character a key
            $answers = BloomFilter::open($in['path'])->containsMany(explode(',', $in['keys']));
            return ['pid' => getmypid(), 'answers' => implode('', array_map('intval', $answers))];
        case 'touch': // reads every page of the map
            return ['pid' => getmypid(), 'fill' => BloomFilter::open($in['path'])->stats(true)['fill_ratio']];
        case 'writer': // adds to a file that others have open too
            return ['pid' => getmypid(), 'added' => BloomFilter::open($in['path'], 'r+')->add($in['key'])];
        case 'churn': // everything that takes memory, a file or a map
            return ['pid' => getmypid(), 'ok' => churn($in['path'])];
        case 'exit':
            $filter = new BloomFilter(4_000_000);
            $filter->addMany((function () { yield 'a'; echo json_encode(['pid' => getmypid()]); exit; })());
        case 'fatal':
            $filter = new BloomFilter(4_000_000);
            $map = BloomFilter::open($in['path']);
            $filter->addMany((function () { yield 'a'; str_repeat('x', 1 << 30); })());
        case 'huge': // B49: an error, and the worker lives
            try {
                new BloomFilter(400_000_000_000);
            } catch (Onebloom\StateException $e) {
                return ['pid' => getmypid(), 'code' => $e->getCode()];
            }
    }
    return ['error' => "unknown op $op"];
}

function churn(string $path): bool
{
    $filter = new BloomFilter(1_000_000);
    $filter->addMany(range(1, 2000));
    $copies = [clone $filter, $filter->copy(), unserialize(serialize($filter)), BloomFilter::fromBytes($filter->toBytes())];
    $map = BloomFilter::open($path);
    $twin = clone $map;
    $own = clone $map;
    $own->setNow(1);
    $temporary = "$path." . getmypid();
    $copies[0]->save($temporary);
    $first = BloomFilter::open($temporary);
    $copies[1]->replace($temporary); // and so another map
    $second = BloomFilter::open($temporary);
    $first->reload();
    $writer = BloomFilter::open($temporary, 'r+');
    $writer->add('x');
    foreach (['nothing', 'a folder' => dirname($path)] as $bad) {
        try {
            BloomFilter::open($bad);
        } catch (Onebloom\OnebloomException) {
        }
    }
    try {
        $filter->add(null);
    } catch (Onebloom\KeyTypeError) {
    }
    $filter->stats(true);
    BloomFilter::plan(1000);
    return $second->contains(1) && $twin->contains('user:1') && $own->contains('user:1') && $copies[2] == $filter;
}

header('Content-Type: application/json');
echo json_encode(answer($_GET['op'] ?? '', $_GET));
