import io.onebloom.BloomFilter;
import io.onebloom.redis.JedisWire;
import io.onebloom.redis.RedisBloomFilter;
import io.onebloom.redis.RedisOptions;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisPooled;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.commands.ProtocolCommand;

/**
 * Redis rows from Java, over Jedis: questions and adds in batches of 1, 100 and 1000 keys, at 1 %. What stands beside is told in
 * bench.py. Prints samples: table, contender, measure, ns. REDIS_PORT says where (see with_server.py).
 */
class Bench {
    static final int[][] BATCHES = {{1, 400}, {100, 30}, {1000, 5}};
    static Jedis jedis;

    static double cpu() {
        double total = 0;
        for (String line : jedis.info("cpu").split("\r\n")) {
            if (line.startsWith("used_cpu_user:") || line.startsWith("used_cpu_sys:")) {
                total += Double.parseDouble(line.substring(line.indexOf(':') + 1));
            }
        }
        return total * 1e9;
    }

    static void sample(boolean print, String table, String contender, String[][] batches, Consumer<String[]> work) {
        work.accept(batches[0]);
        int count = Arrays.stream(batches).mapToInt(b -> b.length).sum();
        double before = cpu();
        long start = System.nanoTime();
        for (String[] batch : batches) {
            work.accept(batch);
        }
        long spent = System.nanoTime() - start;
        double busy = cpu() - before;
        if (print) {
            System.out.printf("%s\t%s\tns a key\t%.0f%n", table, contender, (double) spent / count);
            System.out.printf("%s\t%s\tserver CPU ns a key\t%.0f%n", table, contender, busy / count);
        }
    }

    static ProtocolCommand command(String name) {
        return name::getBytes;
    }

    static Consumer<String[]> oneEach(String name) {
        return batch -> {
            Pipeline pipe = jedis.pipelined();
            for (String key : batch) {
                pipe.sendCommand(command(name), "theirs", key);
            }
            pipe.sync();
        };
    }

    static Consumer<String[]> allInOne(String name) {
        return batch -> {
            String[] arguments = new String[batch.length + 1];
            arguments[0] = "theirs";
            System.arraycopy(batch, 0, arguments, 1, batch.length);
            jedis.sendCommand(command(name), arguments);
        };
    }

    static Consumer<String[]> bits(BloomFilter local, boolean set) {
        return batch -> {
            Pipeline pipe = jedis.pipelined();
            for (String key : batch) {
                for (long position : local.positions(key)) {
                    if (set) {
                        pipe.setbit("bits", position, true);
                    } else {
                        pipe.getbit("bits", position);
                    }
                }
            }
            pipe.sync();
        };
    }

    public static void main(String[] arguments) {
        int rounds = Integer.parseInt(arguments[0]);
        int capacity = Integer.parseInt(arguments[arguments.length - 1]);
        int port = Integer.parseInt(System.getenv("REDIS_PORT"));
        try (Jedis own = new Jedis("127.0.0.1", port); JedisPooled pooled = new JedisPooled("127.0.0.1", port);
                BloomFilter local = BloomFilter.builder().capacity(capacity).fpp(0.01).build()) {
            jedis = own;
            for (int i = 0; i < capacity / 2; i++) {
                local.add("user:" + i);
            }
            RedisBloomFilter ours = new RedisBloomFilter(JedisWire.of(pooled), "ours", new RedisOptions()).push(local);
            jedis.setbit("bits", capacity * 10L, true);
            jedis.sendCommand(command("BF.RESERVE"), "theirs", "0.01", Integer.toString(capacity), "NONSCALING");
            // The first two rounds are for the compiler.
            for (int round = -2; round < rounds; round++) {
                boolean print = round >= 0;
                int mark = round;
                for (int[] shape : BATCHES) {
                    String[][] asked = IntStream.range(0, shape[1]).mapToObj(i -> IntStream.range(0, shape[0])
                            .mapToObj(j -> "user:" + (i * shape[0] + j)).toArray(String[]::new)).toArray(String[][]::new);
                    String[][] added = Arrays.stream(asked).map(batch -> Arrays.stream(batch)
                            .map(key -> "new:" + mark + ":" + shape[0] + ":" + key).toArray(String[]::new)).toArray(String[][]::new);
                    String size = String.format("%d keys a batch, filter of %,d", shape[0], capacity);
                    sample(print, "contains, " + size, "onebloom", asked, batch -> ours.containsMany((Object[]) batch));
                    sample(print, "contains, " + size, "k GETBIT a key, pipelined", asked, bits(local, false));
                    sample(print, "contains, " + size, "BF.EXISTS, pipelined", asked, oneEach("BF.EXISTS"));
                    sample(print, "contains, " + size, "BF.MEXISTS", asked, allInOne("BF.MEXISTS"));
                    sample(print, "add, " + size, "onebloom", added, batch -> ours.addEach((Object[]) batch));
                    sample(print, "add, " + size, "k SETBIT a key, pipelined", added, bits(local, true));
                    sample(print, "add, " + size, "BF.ADD, pipelined", added, oneEach("BF.ADD"));
                    sample(print, "add, " + size, "BF.MADD", added, allInOne("BF.MADD"));
                }
            }
        }
    }
}
