import io.onebloom.BloomFilter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The Java row of the demo. */
public final class Demo {
    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "build" -> build(Path.of(args[1]), Path.of(args[2]), Long.parseLong(args[3]), Double.parseDouble(args[4]));
            case "ask" -> ask(Path.of(args[1]), Path.of(args[2]));
            default -> throw new IllegalArgumentException("build WORDS OUT CAPACITY FPP | ask FILTER WORDS");
        }
    }

    private static void build(Path words, Path out, long capacity, double fpp) throws Exception {
        try (BloomFilter filter = BloomFilter.create(capacity, fpp)) {
            filter.addMany(Files.readAllLines(words));
            filter.save(out);
        }
    }

    private static void ask(Path file, Path list) throws Exception {
        List<String> words = Files.readAllLines(list);
        try (BloomFilter filter = BloomFilter.open(file)) {
            for (int pass = 0; pass < 20; pass++) {
                count(filter, words); // so that what is timed is compiled
            }
            long start = System.nanoTime();
            int maybe = count(filter, words);
            long ns = (System.nanoTime() - start) / Math.max(1, words.size());
            System.out.printf("%d\t%d\t%d%n", words.size(), maybe, ns);
        }
    }

    private static int count(BloomFilter filter, List<String> words) {
        int maybe = 0;
        for (String word : words) {
            if (filter.contains(word)) {
                maybe++;
            }
        }
        return maybe;
    }
}
