package io.onebloom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** tests/surface.tsv: the verbs that every language has. */
class SurfaceTest {
    private static Set<String> names(Class<?> type) {
        return Arrays.stream(type.getDeclaredMethods())
                .filter(m -> Modifier.isPublic(m.getModifiers()) && !m.isSynthetic())
                .map(Method::getName).collect(Collectors.toSet());
    }

    @Test
    void everyVerbIsThere() {
        Set<String> methods = new TreeSet<>(names(BloomFilter.class));
        methods.addAll(names(ErrorCode.class));
        for (String[] row : Vectors.rows(Vectors.DIR.resolveSibling("surface.tsv"))) {
            String verb = row[4];
            assertTrue(verb.equals("-") || methods.contains(verb), () -> row[0] + ": no " + verb);
        }
    }

    @Test
    void afterCloseTestKnowsEveryVerb() {
        // A verb added later must be added to LifetimeTest.verbs too.
        Set<String> tested = LifetimeTest.verbs(null).keySet().stream()
                .map(name -> name.split(" ")[0]).collect(Collectors.toCollection(TreeSet::new));
        Set<String> instance = Arrays.stream(BloomFilter.class.getDeclaredMethods())
                .filter(m -> Modifier.isPublic(m.getModifiers()) && !Modifier.isStatic(m.getModifiers()))
                .map(Method::getName)
                .filter(name -> !Set.of("close", "isClosed", "toString").contains(name))
                .map(name -> name.equals("asPredicate") ? "predicate" : name)
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(instance, tested);
    }

    @Test
    void everyBuilderOptionIsTheLibrarys() {
        Set<String> options = names(Builder.class);
        options.removeAll(Set.of("set", "build", "plan"));
        RuntimeException e = Fail.with(ErrorCode.INVALID_ARGUMENT,
                () -> BloomFilter.builder().set("none", 1).build());
        for (String option : options) {
            assertTrue(e.getMessage().contains(option), e::getMessage);
        }
    }
}
