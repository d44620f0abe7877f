<?php

declare(strict_types=1);

// What both programs of this folder share: the three places where a product may be, and the order to ask them in.
// REDIS_SOCKET and DATABASE come from the environment, under php-fpm from fastcgi_param.

use Onebloom\IoException;
use Onebloom\Redis\RedisBloomFilter;

require __DIR__ . '/../../php-ext/php/autoload.php'; // with Composer: vendor/autoload.php

final class Shop
{
    public readonly Redis $redis;
    public readonly PDO $table;
    public readonly RedisBloomFilter $gate;

    public function __construct()
    {
        $this->redis = new Redis();
        $this->redis->pconnect($_SERVER['REDIS_SOCKET']);
        $this->table = new PDO('sqlite:' . $_SERVER['DATABASE']);
        $this->table->exec('CREATE TABLE IF NOT EXISTS products (id INTEGER PRIMARY KEY, name TEXT NOT NULL)');
        // If the filter is gone the shop goes on, and the database does the work.
        $this->gate = new RedisBloomFilter($this->redis, 'products', ['on_unavailable' => 'maybe']);
    }

    /** @return array{string, ?string} who answered, and the name of the product */
    public function find(int $id): array
    {
        if (!$this->gate->contains($id)) {
            return ['gate', null]; // certain: neither the cache nor the table is asked
        }
        $name = $this->redis->get("product:$id");
        if ($name !== false) {
            return ['cache', $name];
        }
        $query = $this->table->prepare('SELECT name FROM products WHERE id = ?');
        $query->execute([$id]);
        $name = $query->fetchColumn();
        if ($name === false) {
            return ['table', null];
        }
        $this->redis->setex("product:$id", 600, $name);
        return ['table', $name];
    }

    public function insert(int $id, string $name): void
    {
        // First the table, then the filter: a rebuild that runs at this moment loses nothing.
        $this->table->prepare('INSERT INTO products VALUES (?, ?)')->execute([$id, $name]);
        try {
            $this->gate->add($id);
        } catch (IoException $e) {
            // No filter: the next rebuild reads the table.
            error_log($e->getMessage());
        }
    }

    /** The first filter, or a new one in the place of the old: nothing that is in the table is turned away meanwhile. */
    public function build(int $capacity): void
    {
        $fill = function (RedisBloomFilter $new): void {
            foreach (array_chunk($this->table->query('SELECT id FROM products')->fetchAll(PDO::FETCH_COLUMN), 10_000) as $ids) {
                $new->addMany($ids);
            }
        };
        try {
            $this->gate->version();
        } catch (IoException) {
            RedisBloomFilter::create($this->redis, 'products', $capacity, 0.001);
        }
        $this->gate->rebuild($fill, $capacity, 0.001);
    }
}
