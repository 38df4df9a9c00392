package io.weir.late;

import io.weir.contract.config.Refusal;
import io.weir.contract.rule.match.Spelling;
import io.weir.query.eval.Evaluator;
import io.weir.query.eval.Limits;
import io.weir.query.eval.Result;
import io.weir.query.promql.Expression;
import io.weir.query.promql.PossibleLabels;
import io.weir.query.promql.Promql;
import io.weir.query.promql.PromqlException;
import io.weir.query.promql.ValueType;
import io.weir.query.series.EvaluationException;
import io.weir.query.series.Matcher;
import io.weir.query.series.SeriesSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A query that is evaluated at aligned times. A series is active at such a time if the query has a result for it.
 *
 * @param query an instant vector
 * @param every milliseconds between evaluations, whole seconds. The times are multiples of it since 1970
 * @param delay age of the evaluated time in milliseconds, so that the store has the lines of that time
 */
public record LateRule(String name, Expression query, long every, long delay) {
    private static final long SECOND = 1_000;

    /** Ten years, and not a multiple of usual steps. */
    static final long LATER = 315_360_000_000L + 59_999;

    public LateRule {
        Spelling.requireName("name", name);
        if (every < SECOND || every % SECOND != 0) {
            throw new Refusal(
                    "every",
                    "must be whole seconds, at least one, was " + every + "ms",
                    "online alarms evaluate each value");
        }
        if (delay < 0) {
            throw new Refusal("delay", "must not be negative, was " + delay + "ms", "");
        }
        if (query.type() != ValueType.VECTOR) {
            throw new Refusal(
                    "query",
                    "must be an instant vector, was a " + query.type(),
                    "compare a series with a limit, such as: cpu_load > 20");
        }
    }

    /** Reads the query. Throws {@link Refusal} for every mistake. */
    public static LateRule of(String name, String query, long every, long delay) {
        return new LateRule(name, parse(query), every, delay);
    }

    /** The labels that results may have. A result has no name of a metric. */
    public PossibleLabels labels() {
        return PossibleLabels.of(query);
    }

    /**
     * The seconds of history that an evaluation reads of each selected series, all selectors together. Throws
     * {@link EvaluationException} if there is no answer even without any series.
     */
    public long secondsRead(Limits limits) {
        AtomicLong millis = new AtomicLong();
        SeriesSource empty = (matchers, from, to, allowance) -> {
            millis.addAndGet(to - from);
            return List.of();
        };
        Result unused = new Evaluator(empty, limits).instant(query, 0);
        return millis.get() / SECOND;
    }

    /**
     * The samples that an evaluation reads for a selector.
     *
     * @param back an age in milliseconds that no sample exceeds; {@link Long#MAX_VALUE} if the query names a time
     */
    public record Reading(List<Matcher> matchers, long back) {}

    /**
     * Each selector of the query. Throws {@link EvaluationException} if there is no answer even without any series.
     */
    public List<Reading> readings(Limits limits) {
        List<Reading> now = readings(limits, 0);
        List<Reading> later = readings(limits, LATER);
        List<Reading> all = new ArrayList<>();
        for (int i = 0; i < now.size(); i++) {
            all.add(new Reading(
                    now.get(i).matchers(), back(now.get(i).back(), later.get(i).back())));
        }
        return all;
    }

    /** The times of a subquery are multiples of its step, so what it reads begins up to a step earlier at some times. */
    private static long back(long now, long later) {
        if (Math.abs(later - now) > LATER / 2) {
            return Long.MAX_VALUE;
        }
        return now == later ? now : 2 * Math.max(now, later);
    }

    private List<Reading> readings(Limits limits, long time) {
        List<Reading> all = new ArrayList<>();
        SeriesSource empty = (matchers, from, to, allowance) -> {
            all.add(new Reading(List.copyOf(matchers), time + delay - from));
            return List.of();
        };
        Result unused = new Evaluator(empty, limits).instant(query, time);
        return all;
    }

    private static Expression parse(String query) {
        try {
            return Promql.parse(query);
        } catch (PromqlException e) {
            throw new Refusal("query", String.valueOf(e.getMessage()), "");
        }
    }
}
