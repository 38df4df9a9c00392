package io.weir.writer.tier;

import io.weir.contract.yaml.Durations;
import java.time.Duration;
import java.util.Optional;

/**
 * A thing on a server that holds or computes a tier, and that Weir owns, by its name.
 *
 * @param keep how long it keeps what it holds, zero for ever; empty if it holds nothing
 * @param says the rest of what it is, in the server's words; equal means the same
 */
public record Part(Kind kind, String name, Optional<Duration> keep, String says) {

    /** In the order in which they are made. */
    public enum Kind {
        DATABASE("database"),
        RETENTION_POLICY("retention policy"),
        BUCKET("bucket"),
        CONTINUOUS_QUERY("continuous query"),
        TASK("task");

        private final String words;

        Kind(String words) {
            this.words = words;
        }
    }

    static Part holding(Kind kind, String name, Duration keep, String says) {
        return new Part(kind, name, Optional.of(keep), says);
    }

    static Part computing(Kind kind, String name, String says) {
        return new Part(kind, name, Optional.empty(), says);
    }

    /** Such as {@code retention policy weir_s30}. */
    String title() {
        return kind.words + " " + name;
    }

    /** What it is, for people. */
    String told() {
        String keeps = keep.map(time -> "keeps " + (time.isZero() ? "for ever" : Durations.format(time)))
                .orElse("");
        return keeps + (keeps.isEmpty() || says.isEmpty() ? "" : ", ") + says;
    }
}
