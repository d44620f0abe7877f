--TEST--
positions computed again in PHP, from PHP's own xxh3 and xxh64
--EXTENSIONS--
onebloom
--FILE--
<?php
require __DIR__ . '/common.inc';

use Onebloom\BloomFilter;

// Numbers of 64 bits and more as lists of 16-bit limbs, lowest first: PHP's integers are signed and become floats.

/** @return list<int> */
function limbs(string $hex, int $n): array
{
    return array_map('hexdec', array_reverse(str_split(str_pad($hex, 4 * $n, '0', STR_PAD_LEFT), 4)));
}

/** @return list<int> all limbs of the product */
function mul(array $a, array $b): array
{
    $out = array_fill(0, count($a) + count($b), 0);
    foreach ($a as $i => $x) {
        $carry = 0;
        foreach ($b as $j => $y) {
            $carry += $out[$i + $j] + $x * $y;
            $out[$i + $j] = $carry & 0xffff;
            $carry >>= 16;
        }
        $out[$i + count($b)] = $carry;
    }
    return $out;
}

/** x · 6364136223846793005 + 1442695040888963407 mod 2^64 */
function next_x(array $x): array
{
    $x = array_slice(mul($x, limbs('5851f42d4c957f2d', 4)), 0, 4);
    $carry = 0;
    foreach (limbs('14057b7ef767814f', 4) as $i => $limb) {
        $carry += $x[$i] + $limb;
        $x[$i] = $carry & 0xffff;
        $carry >>= 16;
    }
    return $x;
}

/** format.md §6.1 */
function positions(string $hash, int $m, int $k): array
{
    $x = limbs($hash, 4);
    $out = [];
    for ($i = 0; $i < $k; $i++) {
        $high = array_slice(mul($x, limbs(dechex($m), 4)), 4);
        $out[] = $high[0] | $high[1] << 16 | $high[2] << 32 | $high[3] << 48;
        $x = next_x($x);
    }
    return $out;
}

$keys = ['', 'a', "a\0b", 'user:42', 42, -7, PHP_INT_MAX, PHP_INT_MIN, '中文', '😀', "\xff\xfe", str_repeat('x', 241), random_bytes(1000)];
foreach (['xxh3' => 'xxh3', 'xxh64' => 'xxh64'] as $scheme => $algorithm) {
    foreach ([0, 12345] as $seed) {
        foreach ([[1000, 0.01], [1_000_000, 1e-6]] as [$capacity, $fpp]) {
            $filter = new BloomFilter($capacity, $fpp, ['scheme' => $scheme, 'seed' => $seed]);
            ['m' => $m, 'k' => $k] = $filter->stats();
            foreach ($keys as $key) {
                $hash = hash($algorithm, (string) $key, options: ['seed' => $seed]);
                same($filter->positions($key), positions($hash, $m, $k), "$scheme $seed $m " . bin2hex((string) $key));
            }
        }
    }
}
echo "done\n";
--EXPECT--
done
