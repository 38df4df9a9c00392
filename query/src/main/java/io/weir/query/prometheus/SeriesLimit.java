package io.weir.query.prometheus;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The series of a measurement that are read: those that are known, and others while there is room. */
final class SeriesLimit {
    private final int most;
    private final Set<Map<String, String>> series;
    private boolean isOver;

    private SeriesLimit(int most, Set<Map<String, String>> series) {
        this.most = most;
        this.series = series;
    }

    /** The first series, at most so many. */
    static SeriesLimit first(int most) {
        return new SeriesLimit(most, new HashSet<>());
    }

    /** These series only. */
    static SeriesLimit of(Set<Map<String, String>> series) {
        return new SeriesLimit(series.size(), series);
    }

    /** Whether the series is read. */
    boolean test(Map<String, String> tags) {
        boolean isRead = series.contains(tags) || (series.size() < most && series.add(tags));
        isOver |= !isRead;
        return isRead;
    }

    /** Whether an answer with so many series that are read has no others. */
    boolean isReached(int read) {
        return read >= most;
    }

    /** Whether a series was left out. */
    boolean isOver() {
        return isOver;
    }
}
