package io.weir.contract.rule.aggregate;

import io.weir.contract.config.Durations;
import io.weir.contract.config.Refusal;
import io.weir.contract.rule.match.Fields;
import io.weir.contract.rule.match.Match;
import io.weir.contract.rule.match.Spelling;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/**
 * Computes functions of fields per series, over windows of event time or of a value of the farm.
 *
 * @param fields which fields
 * @param functions at least one
 * @param window a length, aligned to the epoch, in whole milliseconds; or a state of the farm
 * @param every the interval between window starts: the length or, for overlapping windows, a
 *     divisor of the length. Zero for windows of a state
 * @param grace how long after its end a window waits for late metrics; zero or more. Zero for windows
 *     of a state
 * @param as the output's measurement; {@code <measurement>} and {@code <window>} stand for the
 *     input's measurement and the window's length or state
 * @param keepRaw whether the raw values are stored as well
 * @param late what becomes of late values
 * @param repeats what becomes of a value with the timestamp of another one
 * @param where the condition that the functions are about; empty: they are about numbers
 */
public record AggregateRule(
        String name,
        Match match,
        Fields fields,
        List<AggregateFunction> functions,
        AggregateWindow window,
        Duration every,
        Duration grace,
        String as,
        boolean keepRaw,
        Late late,
        Repeats repeats,
        Optional<Where> where)
        implements Aggregation {
    public static final Duration DEFAULT_GRACE = Duration.ofSeconds(2);
    /** The field with the length of a window of a state. */
    public static final String SECONDS = "seconds";

    public static final String DEFAULT_AS = "<measurement>_<window>";

    /**
     * Times are nanoseconds in a long; this limit leaves room for windows around any realistic
     * timestamp.
     */
    static final Duration LONGEST = Duration.ofDays(366);

    /** The most pieces of which a closing window consists. */
    private static final long MOST_OVERLAP = 360;

    /** The most pieces of time kept for each series or group. */
    private static final long MOST_OPEN = 4096;

    public AggregateRule {
        Spelling.requireName("name", name);
        functions = distinct("functions", functions);
        requireOneInput(functions);
        if (!window.isOfState()) {
            requireTimes(window.length(), every, grace);
            Duration length = window.length();
            late.revision().ifPresent(revision -> requireRevision(length, every, grace, revision));
        }
        Spelling.require("as", "measurement", as);
        if (as.startsWith("#")) {
            throw new Refusal("as", "must not start with #, which begins a comment", "");
        }
        if (!match.measurement().isLiteral() && !as.contains("<measurement>")) {
            throw new Refusal(
                    "as",
                    "would merge the series of several measurements into one",
                    "such as \"<measurement>_" + window.spelling() + "\"");
        }
    }

    /** Different values may be texts, which other functions do not take. */
    private static void requireOneInput(List<AggregateFunction> functions) {
        if (functions.contains(AggregateFunction.DISTINCT) && functions.size() > 1) {
            throw new Refusal(
                    "functions",
                    "cannot have others beside distinct, which also takes texts",
                    "write another rule for distinct, with another as");
        }
    }

    /** The output's measurement for an input measurement, such as {@code cpu_1s}. */
    public String output(String measurement) {
        return as.replace("<window>", window.spelling()).replace("<measurement>", measurement);
    }

    /** The same rule, by which the values themselves are stored as well. */
    public AggregateRule keepingRaw() {
        return new AggregateRule(name, match, fields, functions, window, every, grace, as, true, late, repeats, where);
    }

    /** Checks window times; also for the windows of other rules. */
    static void requireTimes(Duration window, Duration every, Duration grace) {
        if (window.toMillis() <= 0 || window.compareTo(LONGEST) > 0) {
            throw new Refusal("window", "must be from 1ms to 366d, was " + Durations.format(window), "");
        }
        if (every.toMillis() <= 0 || window.toMillis() % every.toMillis() != 0) {
            throw new Refusal(
                    "every",
                    "must divide the window, which is " + Durations.format(window) + ", was " + Durations.format(every),
                    "");
        }
        if (window.toMillis() / every.toMillis() > MOST_OVERLAP) {
            throw new Refusal(
                    "every",
                    "puts each value into " + window.toMillis() / every.toMillis() + " windows; at most "
                            + MOST_OVERLAP,
                    "");
        }
        if (grace.isNegative() || grace.compareTo(LONGEST) > 0) {
            throw new Refusal("grace", "must be from 0s to 366d, was " + Durations.format(grace), "");
        }
        long open = window.plus(grace).toMillis() / every.toMillis();
        if (open > MOST_OPEN) {
            throw new Refusal(
                    "grace",
                    "keeps " + open + " windows open at once; at most " + MOST_OPEN,
                    "shorten it, or lengthen the window");
        }
    }

    private static void requireRevision(Duration window, Duration every, Duration grace, Revision revision) {
        if (revision.after().compareTo(LONGEST) > 0) {
            throw new Refusal("for", "must be at most 366d, was " + Durations.format(revision.after()), "");
        }
        long open = window.plus(grace).plus(revision.after()).toMillis() / every.toMillis();
        if (open > MOST_OPEN) {
            throw new Refusal(
                    "for",
                    "keeps " + open + " windows at once; at most " + MOST_OPEN,
                    "shorten it, or lengthen the window");
        }
    }

    private static <T> List<T> distinct(String key, List<T> items) {
        if (items.isEmpty()) {
            throw new Refusal(key, "must name at least one", "");
        }
        if (new HashSet<>(items).size() < items.size()) {
            throw new Refusal(key, "names one twice", "keep one of them");
        }
        return List.copyOf(items);
    }
}
