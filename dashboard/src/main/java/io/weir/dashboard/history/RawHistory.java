package io.weir.dashboard.history;

import io.weir.contract.rule.match.TextPattern;
import io.weir.query.naming.PromqlNames;
import io.weir.query.series.Deadline;
import io.weir.query.series.EvaluationException;
import io.weir.query.series.EvaluationException.Reason;
import io.weir.query.series.Matcher;
import io.weir.query.series.Matcher.Comparison;
import io.weir.query.series.ValueStore;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Computes history from all raw values of the range. Last values are those of the last hour, too, and of measurements
 * that have none there, those of the last day.
 */
final class RawHistory implements HistoryStore {
    private static final Duration WITHIN = Duration.ofSeconds(10);

    /** Last values are searched for in this time first. */
    private static final long FIRST_SEARCH_MILLIS = Duration.ofHours(1).toMillis();

    private final ValueStore store;

    RawHistory(ValueStore store) {
        this.store = store;
    }

    @Override
    public History read(Range range) throws IOException, InterruptedException {
        Deadline deadline = new Deadline(WITHIN);
        try {
            return range.withLast() ? withLast(range, deadline) : only(range, deadline);
        } catch (EvaluationException e) {
            if (e.reason() == Reason.CANCELLED) {
                throw new InterruptedException(e.getMessage());
            }
            throw new IOException(e.getMessage(), e);
        }
    }

    private History only(Range range, Deadline deadline) {
        RawPoints points = new RawPoints(range);
        store.read(matchers(range), range.fromMillis(), range.toMillis() - 1, deadline.left(), points);
        return points.history();
    }

    private History withLast(Range range, Deadline deadline) {
        long first = Math.min(range.fromMillis(), range.toMillis() - FIRST_SEARCH_MILLIS);
        boolean isLonger = first < range.fromMillis();
        Duration time = isLonger ? deadline.left().dividedBy(2) : deadline.left();
        RawPoints points = new RawPoints(range);
        try {
            store.read(matchers(range), first, range.toMillis() - 1, time, points);
        } catch (EvaluationException e) {
            if (!isLonger || e.reason() != Reason.TIMEOUT) {
                throw e;
            }
            // The hour may be too much, and the range not.
            return only(range, deadline);
        }
        searchBack(range, first, deadline, points);
        return points.history();
    }

    /** Searches before a time for last values of measurements without values. */
    private void searchBack(Range range, long before, Deadline deadline, RawPoints points) {
        List<Matcher> others = matchers(range);
        points.measurements()
                .forEach(found -> others.add(new Matcher(PromqlNames.MEASUREMENT, Comparison.EQUALS_NOT, found)));
        long back = range.toMillis() - LAST_WITHIN.toMillis();
        if (back >= before) {
            return;
        }
        try {
            store.read(others, back, before - 1, deadline.left(), points);
        } catch (EvaluationException e) {
            if (e.reason() != Reason.TIMEOUT) {
                throw e;
            }
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
        return new Matcher(label, Comparison.MATCHES, pattern.regex());
    }
}
