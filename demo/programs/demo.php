<?php
// The PHP row of the demo, a request to php-fpm: op is the verb, the others are its arguments.
declare(strict_types=1);

use Onebloom\BloomFilter;

/** @return list<string> */
function words(string $path): array
{
    return explode("\n", rtrim(file_get_contents($path), "\n"));
}

function build(string $words, string $out, int $capacity, float $fpp): void
{
    $filter = new BloomFilter($capacity, $fpp);
    $filter->addMany(words($words));
    $filter->save($out);
}

function ask(string $filter, string $words): void
{
    $words = words($words);
    $filter = BloomFilter::open($filter);
    $start = hrtime(true);
    $maybe = 0;
    foreach ($words as $word) {
        if ($filter->contains($word)) {
            $maybe++;
        }
    }
    $ns = intdiv(hrtime(true) - $start, max(1, count($words)));
    echo count($words), "\t", $maybe, "\t", $ns, "\n";
}

match ($_GET['op']) {
    'build' => build($_GET['words'], $_GET['out'], (int) $_GET['capacity'], (float) $_GET['fpp']),
    'ask' => ask($_GET['filter'], $_GET['words']),
};
