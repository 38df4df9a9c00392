package io.weir.benchmarks.alarming;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Rule files with any number of alarms for the standard workload. Most rules name some hosts, so
 * that one rule watches each series, with levels that few values reach. One rule in ten has a
 * delay, one in a hundred uses a pattern.
 */
final class AlarmRules {
    private static final int SERIES = 100_000;

    private AlarmRules() {}

    /** Writes a file with {@code rules} rules. */
    static Path write(Path directory, int rules) throws IOException {
        int hosts = Math.max(1, SERIES / rules);
        StringBuilder text = new StringBuilder("version: 1\nalarms:\n");
        for (int rule = 0; rule < rules; rule++) {
            text.append("  - {name: a").append(rule).append(", match: {measurement: cpu_usage, tags: {hostname: ");
            if (rule % 100 == 99) {
                text.append("\"flp*").append(rule).append("\"}}");
            } else {
                text.append('[');
                for (int i = 0; i < hosts; i++) {
                    text.append(i == 0 ? "" : ", ").append(String.format("flp%07d", rule * hosts + i));
                }
                text.append("]}}");
            }
            text.append(", field: value, minor: {above: 99.999, clear: 50}, major: {above: 100, clear: 99}");
            text.append(rule % 10 == 0 ? ", for: 10s}\n" : "}\n");
        }
        return Files.writeString(directory.resolve("alarms-" + rules + ".yaml"), text);
    }
}
