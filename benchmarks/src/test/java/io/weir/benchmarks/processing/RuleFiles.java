package io.weir.benchmarks.processing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Creates rule files of any length around the measured rules. */
final class RuleFiles {
    private RuleFiles() {}

    /**
     * Writes a file of {@code rules} rules: those of {@code base}, and aggregations of other
     * series.
     */
    static Path write(Path directory, Path base, int rules) throws IOException {
        if (rules == 1) {
            return base;
        }
        StringBuilder text = new StringBuilder(Files.readString(base));
        int begin = text.indexOf("aggregate:\n") + "aggregate:\n".length();
        StringBuilder others = new StringBuilder();
        for (int i = 1; i < rules; i++) {
            // A mix as on a farm: most rules name their measurement, some a host, and a few match
            // patterns.
            String match = i % 10 == 0
                    ? "{measurement: \"other*\", tags: {hostname: \"epn" + i + "*\"}}"
                    : i % 10 < 4
                            ? "{measurement: cpu_usage, tags: {hostname: epn" + i + "}}"
                            : "{measurement: other" + i + "}";
            others.append("  - {name: other-").append(i).append(", match: ").append(match);
            others.append(", fields: [value], functions: [mean], window: 1s, as: <measurement>_")
                    .append(i)
                    .append("}\n");
        }
        text.insert(begin, others);
        return Files.writeString(directory.resolve("rules-" + rules + ".yaml"), text);
    }
}
