package io.weir.writer.store;

import io.weir.contract.line.LineError;
import io.weir.contract.line.LineReader;
import io.weir.contract.line.LongHashSet;
import io.weir.contract.line.SeriesReader;
import org.jspecify.annotations.Nullable;

/**
 * Refuses lines that a store would drop or change without an error, and unreadable ones, which do
 * not come from Weir. Each series is checked once. Used by one thread.
 */
public final class LineCheck {
    /** Maximum number of admitted series; 4 MiB. */
    private static final int MOST_SEEN = 1 << 18;

    private final LineReader reader = new LineReader();
    private final SeriesReader series = new SeriesReader();
    private LongHashSet seen = new LongHashSet(MOST_SEEN);

    /** The rules of a store. They return the reason of a refusal, or null. */
    public interface Rules {
        /** No rules. */
        Rules NONE = new Rules() {};

        /** Called for each line. */
        default @Nullable String line(LineReader line) {
            return null;
        }

        /** Called for a new series; the places of {@code read} are in {@code bytes}. */
        default @Nullable String series(SeriesReader read, byte[] bytes) {
            return null;
        }
    }

    /** Checks all series again, because the rules may have changed. */
    public void forget() {
        seen = new LongHashSet(MOST_SEEN);
    }

    /** Reports bad lines among those at {@code [0, length)}. */
    public void check(byte[] bytes, int length, Rules rules, Refusals refusals) {
        reader.wrap(bytes, 0, length);
        while (reader.next()) {
            String reason = reason(rules);
            if (reason != null) {
                refusals.refused(reader.lineStart(), reader.lineEnd(), reason);
            }
        }
    }

    private @Nullable String reason(Rules rules) {
        if (reader.error() != LineError.NONE) {
            return reader.error().meaning();
        }
        String reason = rules.line(reader);
        return reason == null ? seriesReason(rules) : reason;
    }

    private @Nullable String seriesReason(Rules rules) {
        long hash = reader.seriesHash();
        if (seen.contains(hash)) {
            return null;
        }
        LineError error = series.read(reader.bytes(), reader.seriesStart(), reader.seriesEnd());
        String reason = error == LineError.NONE ? rules.series(series, reader.bytes()) : error.meaning();
        if (reason == null) {
            if (seen.isFull()) {
                forget();
            }
            seen.add(hash);
        }
        return reason;
    }
}
