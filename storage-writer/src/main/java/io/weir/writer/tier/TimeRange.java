package io.weir.writer.tier;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A range of stamps, in milliseconds since the epoch, its end not in it. */
record TimeRange(long fromMillis, long toMillis) {
    /** How much of raw is read by one statement, unless a window is longer. */
    private static final Duration CHUNK = Duration.ofHours(6);

    TimeRange {
        if (toMillis < fromMillis) {
            throw new IllegalArgumentException("ends before it begins: " + fromMillis + " to " + toMillis);
        }
    }

    static TimeRange of(long fromMillis, long toMillis) {
        return new TimeRange(fromMillis, Math.max(fromMillis, toMillis));
    }

    /** Of it, what is before a moment that is not before its beginning; 1 if it is empty. */
    double share(long untilMillis) {
        return toMillis == fromMillis ? 1 : (double) (untilMillis - fromMillis) / (toMillis - fromMillis);
    }

    /** Itself in pieces, of which each but the last is of whole windows if it begins with one. */
    List<TimeRange> chunks(Duration window) {
        long windowMillis = window.toMillis();
        long step = Math.max(1, CHUNK.toMillis() / windowMillis) * windowMillis;
        List<TimeRange> chunks = new ArrayList<>();
        for (long at = fromMillis; at < toMillis; at += step) {
            chunks.add(new TimeRange(at, Math.min(toMillis, at + step)));
        }
        return chunks;
    }
}
