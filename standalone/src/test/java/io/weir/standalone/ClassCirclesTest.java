package io.weir.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Classes that depend on each other are the known ones of {@code class-circles.txt}. A new circle
 * fails, and so does one that is gone but still listed. A nested class counts as its outer class.
 */
class ClassCirclesTest {

    private static final String ROOT = "io.weir.";

    @Test
    void noOtherClassesDependOnEachOther() throws IOException {
        assertThat(circles(dependencies())).containsExactlyInAnyOrderElementsOf(known());
    }

    private static Set<String> known() throws IOException {
        try (InputStream in = Objects.requireNonNull(ClassCirclesTest.class.getResourceAsStream("class-circles.txt"))) {
            return new String(in.readAllBytes(), UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .collect(Collectors.toSet());
        }
    }

    private static SortedMap<String, SortedSet<String>> dependencies() {
        SortedMap<String, SortedSet<String>> all = new TreeMap<>();
        for (JavaClass from : new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .withImportOption(location -> !location.contains("-tests.jar"))
                .importPackages("io.weir")) {
            SortedSet<String> to = all.computeIfAbsent(outer(from), name -> new TreeSet<>());
            for (Dependency each : from.getDirectDependenciesFromSelf()) {
                JavaClass target = each.getTargetClass().getBaseComponentType();
                if (target.getName().startsWith(ROOT) && !outer(target).equals(outer(from))) {
                    to.add(outer(target));
                }
            }
        }
        return all;
    }

    private static String outer(JavaClass each) {
        return each.getName().substring(ROOT.length()).replaceFirst("\\$.*", "");
    }

    /** The strongly connected components of more than one class, by Tarjan's algorithm. */
    private static Set<String> circles(SortedMap<String, SortedSet<String>> dependencies) {
        Components found = new Components(dependencies);
        dependencies.keySet().forEach(found::visit);
        return found.circles;
    }

    private static final class Components {
        private final SortedMap<String, SortedSet<String>> dependencies;
        private final Map<String, Integer> numbers = new HashMap<>();
        private final Map<String, Integer> lowest = new HashMap<>();
        private final Deque<String> open = new ArrayDeque<>();
        private final Set<String> circles = new TreeSet<>();

        Components(SortedMap<String, SortedSet<String>> dependencies) {
            this.dependencies = dependencies;
        }

        int visit(String name) {
            Integer known = lowest.get(name);
            if (known != null) {
                return known;
            }
            int number = numbers.size();
            numbers.put(name, number);
            lowest.put(name, number);
            open.push(name);
            int low = number;
            for (String next : dependencies.getOrDefault(name, new TreeSet<>())) {
                low = Math.min(low, visit(next));
            }
            lowest.put(name, low);
            if (low == number) {
                close(name);
            }
            return low;
        }

        private void close(String first) {
            ArrayList<String> members = new ArrayList<>();
            String member;
            do {
                member = open.pop();
                members.add(member);
                // No longer part of any circle.
                lowest.put(member, Integer.MAX_VALUE);
            } while (!member.equals(first));
            if (members.size() > 1) {
                circles.add(String.join(" ", new TreeSet<>(members)));
            }
        }
    }
}
