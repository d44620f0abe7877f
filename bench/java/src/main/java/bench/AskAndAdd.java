package bench;

import com.google.common.hash.BloomFilter;
import com.google.common.hash.Funnels;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * onebloom beside Guava at 1 %: each call takes the next of the keys, half of them present. The method names are
 * read by run.sh: contender, key type, verb.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class AskAndAdd {
    @Param("10000")
    int n;

    private io.onebloom.BloomFilter text;
    private io.onebloom.BloomFilter bytes;
    private io.onebloom.BloomFilter longs;
    private BloomFilter<CharSequence> guavaText;
    private BloomFilter<byte[]> guavaBytes;
    private BloomFilter<Long> guavaLongs;
    private String[] keys;
    private byte[][] keyBytes;
    private int next;

    @Setup
    public void fill() {
        text = io.onebloom.BloomFilter.create(n, 0.01);
        bytes = io.onebloom.BloomFilter.create(n, 0.01);
        longs = io.onebloom.BloomFilter.create(n, 0.01);
        guavaText = BloomFilter.create(Funnels.stringFunnel(StandardCharsets.UTF_8), n, 0.01);
        guavaBytes = BloomFilter.create(Funnels.byteArrayFunnel(), n, 0.01);
        guavaLongs = BloomFilter.create(Funnels.longFunnel(), n, 0.01);
        keys = new String[2 * n];
        keyBytes = new byte[2 * n][];
        for (int i = 0; i < 2 * n; i++) {
            keys[i] = String.format("user:%08d", i);
            keyBytes[i] = keys[i].getBytes(StandardCharsets.UTF_8);
            if (i % 2 == 0) {
                text.add(keys[i]);
                bytes.add(keyBytes[i]);
                longs.add((long) i);
                guavaText.put(keys[i]);
                guavaBytes.put(keyBytes[i]);
                guavaLongs.put((long) i);
            }
        }
    }

    private int next() {
        int i = next;
        next = i + 1 == 2 * n ? 0 : i + 1;
        return i;
    }

    @Benchmark
    public boolean onebloom_text_contains() {
        return text.contains(keys[next()]);
    }

    @Benchmark
    public boolean guava_text_contains() {
        return guavaText.mightContain(keys[next()]);
    }

    @Benchmark
    public boolean onebloom_bytes_contains() {
        return bytes.contains(keyBytes[next()]);
    }

    @Benchmark
    public boolean guava_bytes_contains() {
        return guavaBytes.mightContain(keyBytes[next()]);
    }

    @Benchmark
    public boolean onebloom_long_contains() {
        return longs.contains((long) next());
    }

    @Benchmark
    public boolean guava_long_contains() {
        return guavaLongs.mightContain((long) next());
    }

    @Benchmark
    public boolean onebloom_text_add() {
        return text.add(keys[next() & ~1]);
    }

    @Benchmark
    public boolean guava_text_add() {
        return guavaText.put(keys[next() & ~1]);
    }

    @Benchmark
    public boolean onebloom_long_add() {
        return longs.add((long) (next() & ~1));
    }

    @Benchmark
    public boolean guava_long_add() {
        return guavaLongs.put((long) (next() & ~1));
    }
}
