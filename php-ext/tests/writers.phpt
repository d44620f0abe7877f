--TEST--
r+: written into the file, seen by readers, unmapped with the last object
--EXTENSIONS--
onebloom
--FILE--
<?php
require __DIR__ . '/common.inc';

use Onebloom\{BloomFilter, IoException};

$path = folder() . '/f.bloom';
$filter = new BloomFilter(100_000);
$filter->save($path);
$reader = BloomFilter::open($path);
$a = BloomFilter::open($path, 'r+');
$b = BloomFilter::open($path, 'r+');
same($a->add('x'), true, 'add');
same([$b->contains('x'), $reader->contains('x')], [true, true], 'seen by others at once');
$a->flush();
same(BloomFilter::load($path)->contains('x'), true, 'and in the file');
same($a->stats()['sealed'], false, 'not sealed any more');
same($a->reload(), false, 'own writes are no replacement');

// while it is open r+, nobody saves over it; afterwards, also in the same process, one can
throws(fn () => $filter->save($path), IoException::class, 'LOCKED', 'save');
throws(fn () => $filter->replace($path), IoException::class, 'LOCKED', 'replace');
$a->close();
throws(fn () => $filter->save($path), IoException::class, 'LOCKED', 'another object still has it');
unset($b);
$filter->replace($path);
same($reader->reload(), true, 'replaced');
same($reader->contains('x'), false, 'by the empty one');

// B93: four processes add to one file together
$filter->save($path);
$code = 'for ($i = 0, $f = Onebloom\BloomFilter::open(' . var_export($path, true) . ', "r+"); $i < 5000; $i++) $f->add("%d:$i"); echo "ok";';
$processes = [];
for ($p = 0; $p < 4; $p++) {
    $file = folder() . "/writer$p.php";
    file_put_contents($file, '<?php ' . str_replace('%d', (string) $p, $code));
    $processes[] = popen(escapeshellarg(PHP_BINARY) . ' -n -d extension=' . escapeshellarg(module()) . ' ' . escapeshellarg($file) . ' 2>&1', 'r');
}
foreach ($processes as $process) {
    same(stream_get_contents($process), 'ok', 'writer');
    pclose($process);
}
$read = BloomFilter::load($path);
for ($p = 0; $p < 4; $p++) {
    same(missing($read, array_map(fn ($i) => "$p:$i", range(0, 4999))), 0, "all of writer $p");
}
check(abs($read->stats()['estimated_items'] - 20000) < 600, 'B91: the estimate');

// a scalable file grows while it is open elsewhere
$filter = new BloomFilter(100, 0.01, ['growth' => 2]);
$filter->save($path);
$writer = BloomFilter::open($path, 'r+');
$reader = BloomFilter::open($path);
$writer->addMany(users(0, 2000));
same(missing($reader, users(0, 2000)), 0, 'the reader follows');
check($reader->stats()['section_count'] > 3, 'sections');
same(missing(BloomFilter::fromBytes($reader->toBytes()), users(0, 2000)), 0, 'toBytes of a grown map');
same($writer->reload(), false, 'growing is no replacement');
$writer->clear();
same($writer->contains('user:1'), false, 'cleared');
echo "done\n";
--EXPECT--
done
