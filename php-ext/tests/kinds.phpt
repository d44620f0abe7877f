--TEST--
counting, blocked, scalable, sharded, rotating: what each does and refuses
--EXTENSIONS--
onebloom
--FILE--
<?php
require __DIR__ . '/common.inc';

use Onebloom\{BloomFilter, StateException};

// counting
$filter = new BloomFilter(1000, 1e-6, ['kind' => 'counting']);
$filter->addMany(users(0, 500));
same($filter->remove('user:7'), true, 'removed');
same($filter->contains('user:7'), false, 'gone');
same($filter->remove('user:7'), false, 'not there any more');
same($filter->remove('never'), false, 'never there');
same(missing($filter, [...users(0, 7), ...users(8, 500)]), 0, 'the others stay');
same([$filter->add(5), $filter->remove('5'), $filter->contains(5)], [true, true, false], 'an integer is its text');
for ($i = 0; $i < 300; $i++) {
    $filter->add('B125');
}
for ($i = 0; $i < 299; $i++) {
    $filter->remove('B125');
}
same($filter->contains('B125'), true, 'a saturated counter is never lowered');

foreach ([[], ['kind' => 'blocked'], ['growth' => 2], ['keep' => 3, 'period' => 60]] as $options) {
    $plain = new BloomFilter(1000, 0.01, $options);
    $plain->add('x');
    throws(fn () => $plain->remove('x'), StateException::class, 'UNSUPPORTED', 'remove of ' . json_encode($options));
    same($plain->contains('x'), true, 'still in');
}

// scalable grows, and stays below its rate
$filter = new BloomFilter(100, 0.01, ['growth' => 2]);
$filter->addMany(users(0, 10000));
same(missing($filter, users(0, 10000)), 0, 'scalable: no false negative');
check(count(array_filter($filter->containsMany(range(0, 19999)))) < 400, 'scalable: rate');
check($filter->stats()['section_count'] > 5, 'scalable: sections');
same($filter->stats()['arrangement'], 'scalable', 'scalable');
$filter->clear();
same([$filter->stats()['section_count'], $filter->contains('user:1')], [1, false], 'cleared to one section');

// sharded
$filter = new BloomFilter(10000, 0.01, ['shards' => 8]);
$filter->addMany(users(0, 10000));
same([missing($filter, users(0, 10000)), $filter->stats()['section_count'], count($filter->stats()['sections'])], [0, 8, 8], 'sharded');

// rotating, by a given time; a time of one object is not another's
$day = 86400000;
$filter = new BloomFilter(1000, 0.001, ['keep' => 3, 'period' => 86400]);
for ($i = 0; $i < 5; $i++) {
    $filter->setNow(1767225600000 + $i * $day);
    same($filter->add("day $i"), true, "day $i is new");
}
same($filter->containsMany(['day 0', 'day 1', 'day 2', 'day 3', 'day 4']), [false, false, true, true, true], 'three days are kept');
$filter->setNow(1767225600000 + 6 * $day);
same($filter->containsMany(['day 2', 'day 3', 'day 4']), [false, false, true], 'two days later');
$path = folder() . '/r.bloom';
$filter->save($path);
$a = BloomFilter::open($path);
$b = BloomFilter::open($path);
$a->setNow(1767225600000 + 4 * $day);
same([$a->contains('day 4'), $b->contains('day 4')], [true, false], 'a time of its own');
same([BloomFilter::open($path)->contains('day 4'), (clone $a)->contains('day 4')], [false, true], 'not of the next, but of a clone');
$c = clone $a;
$c->setNow(1767225600000 + 40 * $day);
same([$a->contains('day 4'), $c->contains('day 4')], [true, false], 'clones part when their times do');
throws(fn () => $filter->reload(), StateException::class, 'UNSUPPORTED', 'reload of memory');
same($a->reload(), false, 'nothing was replaced');
$again = $filter->copy();
$again->setNow(1767225600000 + 4 * $day);
$again->add('day 4 again');
$again->replace($path);
same($a->reload(), true, 'replaced');
same($a->contains('day 4 again'), true, 'and the time is kept');
$a->setNow(null);
same($a->contains('day 4'), false, 'the clock again');
$b->setNow(null);
$w = BloomFilter::open($path, 'r+');
$w->setNow(1767225600000 + 5 * $day);
$w->add('day 5');
$w->flush();
unset($w);
$b = BloomFilter::load($path);
$b->setNow(1767225600000 + 5 * $day);
same($b->contains('day 5'), true, 'written by an r+ map with a time of its own');
echo "done\n";
--EXPECT--
done
