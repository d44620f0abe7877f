--TEST--
B65 B66 B67 B69 B70 B71: bytes that lie
--EXTENSIONS--
onebloom
--FILE--
<?php
require __DIR__ . '/common.inc';

use Onebloom\{BloomFilter, FormatException, OnebloomException};

$dir = folder();
$filter = new BloomFilter(1000);
$filter->addMany(users(0, 1000));
$image = $filter->toBytes();

// B69, B70: no prefix is a filter
for ($n = 0; $n < strlen($image); $n++) {
    try {
        BloomFilter::fromBytes(substr($image, 0, $n));
        echo "FAILED: $n bytes of ", strlen($image), " were taken\n";
    } catch (FormatException $e) {
        same(code($e), $n < 8 ? 'NOT_A_FILTER' : 'TRUNCATED', "$n bytes");
    }
}
foreach ([0, 7, 8, 127, 128, strlen($image) - 1] as $n) {
    file_put_contents("$dir/cut.bloom", substr($image, 0, $n));
    throws(fn () => BloomFilter::open("$dir/cut.bloom"), FormatException::class, $n < 8 ? 'NOT_A_FILTER' : 'TRUNCATED', "mapped, $n bytes");
}
throws(fn () => BloomFilter::fromBytes("\1\1"), FormatException::class, 'NOT_A_FILTER', 'B69: two bytes');
throws(fn () => BloomFilter::fromBytes($image . "\0"), FormatException::class, 'TRAILING_BYTES', 'one more');

// B65: one byte changed, anywhere: an error, or a filter that answers (unsealed bytes of the header)
mt_srand(1);
$taken = 0;
for ($i = 0; $i < 20000; $i++) {
    $bad = $image;
    $at = $i < strlen($image) ? $i : mt_rand(0, 127);
    $bad[$at] = chr(ord($bad[$at]) ^ mt_rand(1, 255));
    try {
        $f = BloomFilter::fromBytes($bad);
        $f->contains('user:1');
        $taken++;
    } catch (FormatException) {
    }
}
check($taken < 500, "$taken of 20000 changed images load");
for ($at = 0; $at < 128; $at++) {
    foreach ([1, 0x80, 0xff] as $change) {
        $bad = $image;
        $bad[$at] = chr(ord($bad[$at]) ^ $change);
        file_put_contents("$dir/bad.bloom", $bad);
        try {
            $f = BloomFilter::open("$dir/bad.bloom");
            $f->contains('user:1');
            $f->stats(true);
        } catch (OnebloomException) {
        }
        unlink("$dir/bad.bloom");
    }
}

// B66: a header that claims much costs nothing
$before = memory_get_usage();
$rss = fn () => (int) preg_replace('/.*VmHWM:\s+(\d+).*/s', '$1', file_get_contents('/proc/self/status'));
$high = $rss();
foreach ([1 << 32, 1 << 40, 1 << 42] as $m) {
    $claim = header_with($image, 16, pack('P', $m));
    throws(fn () => BloomFilter::fromBytes(substr($claim, 0, 200)), FormatException::class, 'TRUNCATED', "m = $m");
}
throws(fn () => BloomFilter::fromBytes(header_with($image, 16, pack('P', PHP_INT_MAX))), FormatException::class, 'CORRUPT_HEADER', 'm too large');
check($rss() - $high < 20000, 'memory stays');
// B67
foreach ([0, 65, 255] as $k) {
    throws(fn () => BloomFilter::fromBytes(header_with($image, 13, chr($k))), FormatException::class, 'CORRUPT_HEADER', "k = $k");
}
// B77
foreach ([[8, "\2", 'VERSION_UNSUPPORTED'], [11, "\x63", 'FEATURE_UNSUPPORTED'], [48, "\1", 'FEATURE_UNSUPPORTED']] as [$at, $bytes, $code]) {
    throws(fn () => BloomFilter::fromBytes(header_with($image, $at, $bytes)), FormatException::class, $code, "byte $at");
}

// B71: damage in the body: load says so, a map opens and verify says so
foreach ([
    'zeroed' => substr_replace($image, str_repeat("\0", 500), 400, 500),
    'one bit' => substr_replace($image, chr(ord($image[900]) ^ 1), 900, 1),
    'swapped' => substr($image, 0, 128) . substr($image, 640, 512) . substr($image, 128, 512) . substr($image, 1152),
] as $name => $bad) {
    throws(fn () => BloomFilter::fromBytes($bad), FormatException::class, 'CHECKSUM_MISMATCH', $name);
    file_put_contents("$dir/$name.bloom", $bad);
    throws(fn () => BloomFilter::load("$dir/$name.bloom"), FormatException::class, 'CHECKSUM_MISMATCH', "load $name");
    $map = BloomFilter::open("$dir/$name.bloom");
    throws(fn () => $map->verify(), FormatException::class, 'CHECKSUM_MISMATCH', "verify $name");
}

// sections one by one
$sharded = new BloomFilter(1000, 0.01, ['shards' => 4]);
$sharded->addMany(users(0, 1000));
$parts = str_split($sharded->toBytes(), intdiv(strlen($sharded->toBytes()), 4));
check(BloomFilter::openParts($parts) == $sharded, 'put together again');
throws(fn () => BloomFilter::openParts(array_slice($parts, 0, 3)), FormatException::class, 'INCOMPLETE', 'three of four');
throws(fn () => BloomFilter::openParts(array_reverse($parts)), FormatException::class, 'CORRUPT_HEADER', 'out of order');
throws(fn () => BloomFilter::openParts([...$parts, $parts[0]]), FormatException::class, 'TRAILING_BYTES', 'five of four');
throws(fn () => BloomFilter::openParts([1]), Onebloom\ArgumentError::class, 'INVALID_ARGUMENT', 'not a string');
try {
    BloomFilter::openParts([]);
    echo "FAILED: no parts\n";
} catch (OnebloomException) {
}
echo "done\n";

/** The image with other bytes in line 0 and a right header_sum. */
function header_with(string $image, int $at, string $bytes): string
{
    $image = substr_replace($image, $bytes, $at, strlen($bytes));
    $sum = strrev(hash('xxh3', substr($image, 0, 56), true));
    return substr_replace($image, $sum, 56, 8);
}
--EXPECT--
done
