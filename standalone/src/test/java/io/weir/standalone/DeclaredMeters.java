package io.weir.standalone;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * All of Weir's own meters, by their Prometheus names, with their descriptions. Parsed from the
 * sources, because many meters are registered only when something happens.
 */
final class DeclaredMeters {
    private static final List<String> MODULES = List.of(
            "contract", "ingest-gateway", "processing", "alarming", "storage-writer", "dashboard", "standalone");

    /** A call that creates a meter, and its name, which may be a constant. */
    private static final Pattern DECLARATION =
            Pattern.compile("\\b(Counter\\.builder|FunctionCounter\\.builder|Gauge\\.builder"
                    + "|Timer\\.builder|new RuleCounts|counter|gauge|byReason)\\(\\s*(?:meters(?:\\.with\\([^)]*\\))?,\\s*)?"
                    + "(?:\"([a-z][a-z._]+)\"|([A-Z_]{3,}))\\s*[,)]");

    private static final Pattern DESCRIPTION = Pattern.compile("\\.description\\(\\s*");
    private static final Pattern LITERALS = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"(\\s*\\+\\s*)?");

    private DeclaredMeters() {}

    static SortedMap<String, String> read() {
        SortedMap<String, String> meters = new TreeMap<>();
        for (String module : MODULES) {
            try (Stream<Path> files = Files.walk(Path.of("..", module, "src", "main", "java"))) {
                files.filter(file -> file.toString().endsWith(".java")).forEach(file -> read(file, meters));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return meters;
    }

    private static void read(Path file, SortedMap<String, String> meters) {
        String source;
        try {
            source = Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (!source.contains("io.micrometer") && !source.contains("RuleCounts(")) {
            return;
        }
        Matcher declared = DECLARATION.matcher(source);
        while (declared.find()) {
            String name = declared.group(2) == null ? constant(source, declared.group(3)) : declared.group(2);
            String statement = source.substring(declared.end(), source.indexOf(";\n", declared.end()));
            String description = description(statement);
            if (!name.isEmpty() && !description.isEmpty()) {
                meters.put(exported(name, declared.group(1)), description);
            }
        }
    }

    private static String constant(String source, String name) {
        Matcher value = Pattern.compile("\\b" + name + " = \"([a-z._]+)\";").matcher(source);
        return value.find() ? value.group(1) : "";
    }

    private static String exported(String name, String kind) {
        String plain = name.replace('.', '_');
        return switch (kind) {
            case "Gauge.builder", "gauge" -> plain;
            case "Timer.builder" -> plain + "_seconds";
            default -> plain + "_total";
        };
    }

    /**
     * The first text of a statement, or its {@code description}; concatenated literals are joined.
     */
    private static String description(String statement) {
        Matcher said = DESCRIPTION.matcher(statement);
        int at = said.find() ? said.end() : Math.max(0, statement.indexOf('"'));
        StringBuilder text = new StringBuilder();
        Matcher literal = LITERALS.matcher(statement);
        boolean goesOn = true;
        while (goesOn && literal.region(at, statement.length()).lookingAt()) {
            text.append(literal.group(1));
            at = literal.end();
            goesOn = literal.group(2) != null;
        }
        return text.toString();
    }
}
