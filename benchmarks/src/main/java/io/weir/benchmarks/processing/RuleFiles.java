package io.weir.benchmarks.processing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Rule files of any length around rules that matter. */
final class RuleFiles {
    private RuleFiles() {}

    /** Writes a file with the rules of {@code base} and aggregations of other series, so that there are {@code rules}. */
    static Path write(Path directory, Path base, int rules) throws IOException {
        if (rules == 1) {
            return base;
        }
        StringBuilder text = new StringBuilder(Files.readString(base));
        int begin = text.indexOf("aggregate:\n") + "aggregate:\n".length();
        StringBuilder others = new StringBuilder();
        for (int i = 1; i < rules; i++) {
            // As they are on a farm: most name their measurement, some a host, a few look at all of a kind.
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
