package io.weir.writer.tier;

import io.weir.contract.config.Durations;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An object on a server that stores or computes a tier, and that Weir owns by its name.
 *
 * @param keep retention of its metrics, zero for unlimited; empty if it stores none
 * @param properties its other properties in the server's format; equal texts mean equal properties
 */
public record Part(Kind kind, String name, Optional<Duration> keep, String properties) {

    /** A pattern that no text has. */
    private static final String NOTHING = "(?!)";

    /** In the order of creation. */
    public enum Kind {
        DATABASE("database", NOTHING),
        RETENTION_POLICY("retention policy", NOTHING),
        BUCKET("bucket", NOTHING),
        TABLE("table", "^every ([0-9]{1,9}[smhd]): "),
        CONTINUOUS_QUERY("continuous query", " GROUP BY time\\(([0-9]{1,9}[smhd])\\), \\* fill\\(none\\) END$"),
        TASK("task", "(?m)^option task = \\{name: \"(?:[^\"\\\\]|\\\\.)*\", every: ([0-9]{1,9}[smhd])\\}");

        private final String words;
        /** Finds the length of windows in the properties. */
        private final Pattern window;

        Kind(String words, String window) {
            this.words = words;
            this.window = Pattern.compile(window);
        }
    }

    static Part holding(Kind kind, String name, Duration keep, String properties) {
        return new Part(kind, name, Optional.of(keep), properties);
    }

    static Part computing(Kind kind, String name, String properties) {
        return new Part(kind, name, Optional.empty(), properties);
    }

    /** The length of the windows that this part computes, or that its rows have; empty for a part without windows. */
    Optional<Duration> window() {
        Matcher found = kind.window.matcher(properties);
        return found.find() ? Optional.of(Durations.parse(found.group(1))) : Optional.empty();
    }

    /** For example {@code retention policy weir_s30}. */
    String title() {
        return kind.words + " " + name;
    }

    /** Description for people. */
    String description() {
        String keeps = keep.map(time -> "keeps " + (time.isZero() ? "forever" : Durations.format(time)))
                .orElse("");
        return keeps + (keeps.isEmpty() || properties.isEmpty() ? "" : ", ") + properties;
    }
}
