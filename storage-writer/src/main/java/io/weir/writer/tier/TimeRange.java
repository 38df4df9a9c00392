package io.weir.writer.tier;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A range of timestamps in milliseconds since the epoch, without its end. */
record TimeRange(long fromMillis, long toMillis) {
    /** Amount of raw data that one statement reads, unless a window is longer. */
    private static final Duration CHUNK = Duration.ofHours(6);

    TimeRange {
        if (toMillis < fromMillis) {
            throw new IllegalArgumentException("the range ends before it starts: " + fromMillis + " to " + toMillis);
        }
    }

    static TimeRange of(long fromMillis, long toMillis) {
        return new TimeRange(fromMillis, Math.max(fromMillis, toMillis));
    }

    /**
     * The share of the range before a time that is not before its start; 1 if the range is empty.
     */
    double share(long untilMillis) {
        return toMillis == fromMillis ? 1 : (double) (untilMillis - fromMillis) / (toMillis - fromMillis);
    }

    /**
     * Divides the range into chunks. If the range starts with a window, each chunk except the last
     * has whole windows.
     */
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
