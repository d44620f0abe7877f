<?php
/*
 * The Bloom filter on a Redis bitmap as PHP articles have it: crc32 of "key:31" and "key:131", SETBIT, GETBIT.
 *
 * Re-typed from the recipe and independent of onebloom, which opens what it writes. m and k are rounded up.
 * usage: crc32_bitmap.php PORT NAME CAPACITY FPP add|check  (keys on lines of stdin)
 */
[, $port, $name, $capacity, $errorRate, $verb] = $argv;

final class BloomFilter
{
    private int $bits;
    private int $hashes;
    private $socket;

    public function __construct(int $port, private string $key, int $capacity, float $errorRate)
    {
        $this->bits = (int) ceil(-$capacity * log($errorRate) / (log(2) ** 2));
        $this->hashes = (int) ceil($this->bits / $capacity * log(2));
        $this->socket = stream_socket_client("tcp://127.0.0.1:$port");
    }

    private function offsets(string $item): array
    {
        $first = crc32($item . ':31') & 0x7FFFFFFF;
        $second = crc32($item . ':131') & 0x7FFFFFFF;
        $all = [];
        for ($i = 0; $i < $this->hashes; $i++) {
            $all[] = ($first + $i * $second) % $this->bits;
        }
        return $all;
    }

    /** One pipeline; the replies to SETBIT and GETBIT are the old bits. */
    private function bits(string $command, string $item, string $tail): array
    {
        $offsets = $this->offsets($item);
        $out = '';
        foreach ($offsets as $offset) {
            $out .= "$command {$this->key} $offset$tail\r\n";
        }
        fwrite($this->socket, $out);
        return array_map(fn () => (int) substr(fgets($this->socket), 1), $offsets);
    }

    public function add(string $item): bool
    {
        return in_array(0, $this->bits('SETBIT', $item, ' 1'), true);
    }

    public function exists(string $item): bool
    {
        return !in_array(0, $this->bits('GETBIT', $item, ''), true);
    }
}

$bloom = new BloomFilter((int) $port, $name, (int) $capacity, (float) $errorRate);
while (($line = fgets(STDIN)) !== false) {
    $item = rtrim($line, "\n");
    echo ($verb === 'add' ? $bloom->add($item) : $bloom->exists($item)) ? '1' : '0';
}
echo "\n";
