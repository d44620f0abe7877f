package io.onebloom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** examples/java, run as its reader runs it: by the source launcher, against a real server and a real database. */
class ExampleTest {
    @TempDir Path dir;

    private static int queries(String output, String what) {
        Matcher found = Pattern.compile(Pattern.quote(what) + ": (\\d+) queries").matcher(output);
        assertTrue(found.find(), () -> what + " in: " + output);
        return Integer.parseInt(found.group(1));
    }

    @Test
    void cacheGate() throws Exception {
        try (RedisServer server = new RedisServer()) {
            Path source = Vectors.DIR.resolve("../../examples/java/CacheGate.java").normalize();
            String output = new Fork().classPath(null)
                    .jvm("-cp", System.getProperty("java.class.path"), source.toString())
                    .run("" + server.port, dir.resolve("users.db").toString()).ok();
            assertEquals(500, queries(output, "500 users, first time"));
            assertEquals(0, queries(output, "500 users, again"));
            assertEquals(2000, queries(output, "2000 strangers without the gate"));
            assertTrue(queries(output, "2000 strangers with the gate") <= 20, output);
            assertEquals(500, queries(output, "all of Redis lost, 500 strangers"));
            assertTrue(queries(output, "rebuilt, 500 strangers") <= 10, output);
            assertEquals(3, output.split("newcomer: somebody new", -1).length, output);
        }
    }
}
