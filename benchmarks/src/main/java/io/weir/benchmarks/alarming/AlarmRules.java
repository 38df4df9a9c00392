package io.weir.benchmarks.alarming;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Rule files with any number of alarms for the standard workload: most for some hosts by name, so that every series is watched
 * by one, with levels that few values meet; one in ten waits for a while, one in a hundred is found by a pattern.
 */
final class AlarmRules {
    private static final int SERIES = 100_000;

    private AlarmRules() {}

    /** Writes a file with so many. */
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
