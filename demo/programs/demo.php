<?php
// The PHP row of the demo, under php-fpm: fpm.py sends the verb and its arguments as a request.
declare(strict_types=1);

use Onebloom\BloomFilter;

$args = json_decode($_SERVER['DEMO_ARGS'], true);
$read = static fn (string $path): array => explode("\n", rtrim(file_get_contents($path), "\n"));

switch (array_shift($args)) {
    case 'build':
        [$words, $out, $capacity, $fpp] = $args;
        $filter = new BloomFilter((int) $capacity, (float) $fpp);
        $filter->addMany($read($words));
        $filter->save($out);
        break;
    case 'ask':
        [$file, $words] = $args;
        $words = $read($words);
        $filter = BloomFilter::open($file);
        $start = hrtime(true);
        $maybe = 0;
        foreach ($words as $word) {
            if ($filter->contains($word)) {
                $maybe++;
            }
        }
        $ns = intdiv(hrtime(true) - $start, max(1, count($words)));
        echo count($words), "\t", $maybe, "\t", $ns, "\n";
        break;
}
