package io.weir.writer.tier;

import io.weir.contract.config.Durations;
import java.time.Duration;
import java.util.Optional;

/**
 * An object on a server that stores or computes a tier, and that Weir owns by its name.
 *
 * @param keep retention of its metrics, zero for unlimited; empty if it stores none
 * @param properties its other properties in the server's format; equal texts mean equal properties
 */
public record Part(Kind kind, String name, Optional<Duration> keep, String properties) {

    /** In the order of creation. */
    public enum Kind {
        DATABASE("database"),
        RETENTION_POLICY("retention policy"),
        BUCKET("bucket"),
        TABLE("table"),
        CONTINUOUS_QUERY("continuous query"),
        TASK("task");

        private final String words;

        Kind(String words) {
            this.words = words;
        }
    }

    static Part holding(Kind kind, String name, Duration keep, String properties) {
        return new Part(kind, name, Optional.of(keep), properties);
    }

    static Part computing(Kind kind, String name, String properties) {
        return new Part(kind, name, Optional.empty(), properties);
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
