package io.weir.dashboard.history;

import io.weir.contract.rule.match.TextPattern;
import io.weir.query.naming.PromqlNames;
import io.weir.query.series.EvaluationException;
import io.weir.query.series.EvaluationException.Reason;
import io.weir.query.series.Matcher;
import io.weir.query.series.Matcher.Comparison;
import io.weir.query.series.ValueStore;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Computes history from all raw values of the range. */
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
        RawPoints points = new RawPoints(range);
        long first = range.toMillis() - FIRST_SEARCH_MILLIS;
        long from = range.withLast() ? Math.min(range.fromMillis(), first) : range.fromMillis();
        read(range, from, range.toMillis() - 1, points);
        long back = range.toMillis() - LAST_WITHIN.toMillis();
        if (range.withLast() && points.isEmpty() && back < from) {
            read(range, back, from - 1, points);
        }
        return points.history();
    }

    private void read(Range range, long from, long to, RawPoints points) throws IOException, InterruptedException {
        try {
            store.read(matchers(range), from, to, WITHIN, points);
        } catch (EvaluationException e) {
            if (e.reason() == Reason.CANCELLED) {
                throw new InterruptedException(e.getMessage());
            }
            throw new IOException(e.getMessage(), e);
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
