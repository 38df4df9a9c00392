package io.weir.dashboard.history;

import io.weir.contract.rule.match.TextPattern;
import io.weir.query.naming.PromqlNames;
import io.weir.query.series.Deadline;
import io.weir.query.series.EvaluationException;
import io.weir.query.series.EvaluationException.Reason;
import io.weir.query.series.Matcher;
import io.weir.query.series.Matcher.Comparison;
import io.weir.query.series.WindowStore;
import io.weir.query.series.Windows;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * History from the windows and last values that a store computes. Last values are those of the range and of the last hour;
 * of measurements without values there, those of the last day.
 */
final class WindowHistory implements HistoryStore {
    private static final Duration WITHIN = Duration.ofSeconds(10);

    /** Limit of moments of a measurement; if it is reached, the earliest points are missing. */
    private static final int MOST_ROWS = 100_000;

    /** Last values are searched for in this time first: the store reads every row of the time. */
    private static final long FIRST_SEARCH_MILLIS = Duration.ofHours(1).toMillis();

    private final WindowStore store;

    WindowHistory(WindowStore store) {
        this.store = store;
    }

    @Override
    public History read(Range range) throws IOException, InterruptedException {
        Deadline deadline = new Deadline(WITHIN);
        HistoryPoints points = new HistoryPoints(range);
        try {
            untilFull(() -> readWindows(range, points, deadline));
            if (range.withLast()) {
                untilFull(() -> readLast(range, points, deadline));
            }
            return points.history();
        } catch (EvaluationException e) {
            if (e.reason() == Reason.CANCELLED) {
                throw new InterruptedException(e.getMessage());
            }
            throw new IOException(e.getMessage(), e);
        }
    }

    private static void untilFull(Runnable reading) {
        try {
            reading.run();
        } catch (HistoryPoints.FullException e) {
            // The points say that some are missing.
        }
    }

    private void readWindows(Range range, HistoryPoints points, Deadline deadline) {
        Windows windows = new Windows(range.fromMillis(), range.toMillis() - 1, range.stepMillis(), MOST_ROWS);
        if (!store.readWindows(matchers(range), windows, deadline.left(), points)) {
            points.cap();
        }
    }

    private void readLast(Range range, HistoryPoints points, Deadline deadline) {
        long hour = Math.max(0, range.toMillis() - FIRST_SEARCH_MILLIS);
        long begin = Math.min(range.fromMillis(), hour);
        long day = Math.max(0, range.toMillis() - LAST_WITHIN.toMillis());
        List<Matcher> matchers = matchers(range);
        try {
            store.readLast(matchers, hour, range.toMillis() - 1, deadline.left(), points::last);
            if (begin < hour) {
                store.readLast(matchers, begin, hour - 1, deadline.left(), points::last);
            }
            if (day < begin) {
                points.measurements()
                        .forEach(found ->
                                matchers.add(new Matcher(PromqlNames.MEASUREMENT, Comparison.EQUALS_NOT, found)));
                store.readLast(matchers, day, begin - 1, deadline.left(), points::last);
            }
        } catch (EvaluationException e) {
            if (e.reason() != Reason.TIMEOUT) {
                throw e;
            }
            // The windows are worth more than the last values.
            points.cap();
        }
    }

    private static List<Matcher> matchers(Range range) {
        List<Matcher> matchers = new ArrayList<>();
        matchers.add(matcher(PromqlNames.MEASUREMENT, range.selector().series().measurement()));
        matchers.add(matcher(PromqlNames.FIELD, range.selector().field()));
        range.selector()
                .series()
                .tags()
                .forEach((tag, pattern) -> matchers.add(matcher(PromqlNames.label(tag), pattern)));
        return matchers;
    }

    private static Matcher matcher(String label, TextPattern pattern) {
        return pattern.isLiteral()
                ? new Matcher(
                        label, Comparison.EQUALS, pattern.texts().orElseThrow().get(0))
                : new Matcher(label, Comparison.MATCHES, pattern.regex());
    }
}
