<?php
// PHP rows: onebloom beside a plain class over crc32 and a string, and beside an array of the keys.
// Prints samples, one a line: table, contender, measure, ns a key (tabs between); run.py takes medians.
declare(strict_types=1);

use Onebloom\BloomFilter;

/** What articles show: k crc32 hashes with a salt, bits in a string. */
final class Crc32Bloom
{
    private string $bits;
    private int $m;
    private int $k;

    public function __construct(int $capacity, float $fpp)
    {
        $this->m = (int) ceil(-$capacity * log($fpp) / (M_LN2 ** 2));
        $this->k = max(1, (int) round($this->m / $capacity * M_LN2));
        $this->bits = str_repeat("\0", intdiv($this->m, 8) + 1);
    }

    public function add(string $key): void
    {
        for ($i = 0; $i < $this->k; $i++) {
            $p = crc32($key . $i) % $this->m;
            $this->bits[$p >> 3] = chr(ord($this->bits[$p >> 3]) | 1 << ($p & 7));
        }
    }

    public function contains(string $key): bool
    {
        for ($i = 0; $i < $this->k; $i++) {
            $p = crc32($key . $i) % $this->m;
            if ((ord($this->bits[$p >> 3]) >> ($p & 7) & 1) === 0) {
                return false;
            }
        }
        return true;
    }
}

final class ArraySet
{
    /** @var array<string, true> */
    private array $keys = [];

    public function add(string $key): void
    {
        $this->keys[$key] = true;
    }

    public function contains(string $key): bool
    {
        return isset($this->keys[$key]);
    }
}

function sample(string $table, string $contender, string $measure, array $keys, callable $work): void
{
    $start = hrtime(true);
    $work($keys);
    printf("%s\t%s\t%s\t%.2f\n", $table, $contender, $measure, (hrtime(true) - $start) / count($keys));
}

$rounds = (int) $argv[1];
foreach (array_map('intval', array_slice($argv, 2)) as $n) {
    $table = "PHP, $n keys, text";
    $present = array_map(static fn (int $i): string => sprintf('user:%08d', $i), range(0, $n - 1));
    $absent = array_map(static fn (int $i): string => sprintf('none:%08d', $i), range(0, $n - 1));
    $contenders = [
        'onebloom classic' => static fn () => new BloomFilter($n, 0.01),
        'crc32 class' => static fn () => new Crc32Bloom($n, 0.01),
        'array' => static fn () => new ArraySet(),
    ];
    for ($round = 0; $round < $rounds; $round++) {
        foreach ($contenders as $name => $make) {
            $filter = $make();
            sample($table, $name, 'add', $present, static function (array $keys) use ($filter): void {
                foreach ($keys as $key) {
                    $filter->add($key);
                }
            });
            $ask = static function (array $keys) use ($filter): void {
                foreach ($keys as $key) {
                    $filter->contains($key);
                }
            };
            sample($table, $name, 'contains, present', $present, $ask);
            sample($table, $name, 'contains, absent', $absent, $ask);
        }
    }
}
