package io.onebloom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Another JVM of the same Java that runs {@link Exercise}. */
final class Fork {
    static final String JAVA = Path.of(System.getProperty("java.home"), "bin", "java").toString();

    private final List<String> command = new ArrayList<>(List.of(JAVA, "-Xmx256m",
            "--enable-native-access=ALL-UNNAMED", "-XX:TieredStopAtLevel=1"));
    private final Map<String, String> environment = new java.util.HashMap<>();
    private String classPath = System.getProperty("java.class.path");
    private Class<?> main = Exercise.class;

    record Result(int exit, String output) {
        /** The whole output if it ended well. */
        String ok() {
            assertEquals(0, exit, output);
            return output;
        }

        /** The whole output if it did not. */
        String failed() {
            assertTrue(exit != 0, output);
            return output;
        }
    }

    Fork jvm(String... args) {
        command.addAll(List.of(args));
        return this;
    }

    Fork classPath(String classPath) {
        this.classPath = classPath;
        return this;
    }

    Fork main(Class<?> main) {
        this.main = main;
        return this;
    }

    Fork environment(String name, String value) {
        environment.put(name, value);
        return this;
    }

    Result run(String... args) throws IOException, InterruptedException {
        if (classPath != null) {
            command.addAll(List.of("-Donebloom.vectors=" + Vectors.DIR, "-cp", classPath, main.getName()));
        }
        command.addAll(List.of(args));
        Path log = Files.createTempFile("fork", ".log");
        try {
            ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true)
                    .redirectOutput(log.toFile());
            builder.environment().putAll(environment);
            Process process = builder.start();
            if (!process.waitFor(300, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return new Result(-1, "ran longer than 300 s: " + Files.readString(log, StandardCharsets.ISO_8859_1));
            }
            return new Result(process.exitValue(), Files.readString(log, StandardCharsets.ISO_8859_1));
        } finally {
            Files.delete(log);
        }
    }
}
