--TEST--
B44 B120 B122: stats and plan
--EXTENSIONS--
onebloom
--FILE--
<?php
require __DIR__ . '/common.inc';

use Onebloom\BloomFilter;

$filter = new BloomFilter(1000, 0.01);
$stats = $filter->stats();
foreach ([
    'capacity' => 1000, 'fpp' => 0.01, 'kind' => 'classic', 'scheme' => 'xxh3', 'arrangement' => 'single', 'm' => 9728, 'k' => 7, 'seed' => 0,
    'section_count' => 1, 'items' => 0, 'estimated_items' => 0, 'status' => 'ok', 'sealed' => false, 'mapped' => false, 'read_only' => false,
    'path' => null, 'generation' => 0,
] as $field => $value) {
    same($stats[$field], $value, $field);
}
foreach (['load', 'fill_ratio', 'expected_fpp'] as $field) {
    same((float) $stats[$field], 0.0, $field);
    check(is_float($stats[$field]), "$field is a float");
}
same(count($stats['sections']), 1, 'sections');

$filter->addMany(users(0, 840));
same($filter->stats()['status'], 'ok', 'at 84 %');
$filter->addMany(users(840, 1000));
check(in_array($filter->stats()['status'], ['warn', 'over'], true), 'at 100 %');
$stats = $filter->stats(true);
check(abs($stats['estimated_items'] - 1000) < 20, 'B122: the estimate');
check($stats['items'] > 980 && $stats['items'] <= 1000, 'items');
check($stats['expected_fpp'] > 0.005 && $stats['expected_fpp'] < 0.015, 'expected_fpp');
$filter->addMany(users(1000, 20000));
$stats = $filter->stats(true);
same($stats['status'], 'over', 'B120: over');
check($stats['fill_ratio'] > 0.99 && $stats['expected_fpp'] > 0.9, 'B120: it shows');
same(missing($filter, users(0, 20000)), 0, 'and still no false negative');

$path = folder() . '/f.bloom';
$filter->save($path);
$stats = BloomFilter::open($path)->stats();
same([$stats['path'], $stats['mapped'], $stats['read_only'], $stats['sealed']], [$path, true, true, true], 'of a map');
$filter->replace($path);
$filter->replace($path);
same(BloomFilter::load($path)->stats()['generation'], 2, 'generation');

// what is beyond PHP's integers is a string
$big = new BloomFilter(10, 0.01, ['seed' => '9223372036854775808']);
same($big->stats()['seed'], '9223372036854775808', 'a big seed');
$plan = BloomFilter::plan(4 * 10 ** 11);
check(is_int($plan['m']) && $plan['m'] > 2 ** 41, 'a big plan');
$plan = BloomFilter::plan(1000, 0.01);
same([$plan['m'], $plan['k'], $plan['section_count']], [9728, 7, 1], 'plan');
check(is_float($plan['bits_per_key']) && $plan['bits_per_key'] > 9.5 && $plan['bits_per_key'] < 11, 'bits_per_key');
// many sections: the text is longer than the first buffer
$many = new BloomFilter(100000, 0.01, ['shards' => 1000]);
same(count($many->stats()['sections']), 1000, '1000 sections');
// locale
if (setlocale(LC_ALL, 'de_DE.UTF-8', 'de_DE')) {
    check(abs($filter->stats()['fpp'] - 0.01) < 1e-12, 'locale');
}
echo "done\n";
--EXPECT--
done
