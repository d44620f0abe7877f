package io.onebloom;

import io.onebloom.redis.JedisWire;
import io.onebloom.redis.RedisBloomFilter;
import io.onebloom.redis.RedisOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.RedisClient;

/** One of several processes that claim keys, with several threads; prints what it was told is new. */
final class RedisClaims {
    static final int KEYS = 3000;

    private RedisClaims() {}

    public static void main(String[] args) throws Exception {
        int port = Integer.parseInt(args[0]);
        int threads = Integer.parseInt(args[2]);
        try (RedisClient client = RedisClient.create("127.0.0.1", port); Jedis jedis = new Jedis("127.0.0.1", port)) {
            RedisBloomFilter f = new RedisBloomFilter(JedisWire.of(client), "claims", new RedisOptions());
            f.contains("warm up");
            jedis.incr("ready");
            while (!jedis.exists("go")) {
                Thread.sleep(1);
            }
            System.out.print(String.join("\n", claim(f, Integer.parseInt(args[1]), threads)));
        }
    }

    /** Every thread begins somewhere else, in batches and one by one. */
    static List<String> claim(RedisBloomFilter f, int mine, int threads) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Callable<List<String>>> work = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                int from = (mine * threads + t) * 700 % KEYS;
                work.add(() -> claim(f, from));
            }
            List<String> won = new ArrayList<>();
            for (Future<List<String>> one : pool.invokeAll(work)) {
                won.addAll(one.get());
            }
            return won;
        } finally {
            pool.shutdown();
        }
    }

    private static List<String> claim(RedisBloomFilter f, int from) {
        List<String> won = new ArrayList<>();
        Object[] batch = new Object[2000];
        for (int i = 0; i < batch.length; i++) {
            batch[i] = "job " + (from + i) % KEYS;
        }
        boolean[] added = f.addEach(batch);
        for (int i = 0; i < KEYS; i++) {
            String key = "job " + (from + i) % KEYS;
            if (i < batch.length ? added[i] : f.add(key)) {
                won.add(key);
            }
        }
        return won;
    }
}
