package io.weir.contract.rule.aggregate;

import io.weir.contract.config.Durations;
import io.weir.contract.config.Refusal;
import io.weir.contract.rule.match.Spelling;
import java.time.Duration;
import java.util.List;

/**
 * Computes functions over the series of a group, across partitions, in windows of log time. Each
 * series first becomes one value per window. A group is all series with the same values of some
 * tags; a series that lacks one of the tags is in no group.
 *
 * @param inputs the input values, at least one
 * @param by keys of the tags; without any, all series are one group
 * @param window length, aligned to the epoch; whole milliseconds, above zero
 * @param every the interval between window starts: the window or, for overlapping windows, a divisor
 *     of it
 * @param grace how long after its end a window waits for late metrics; zero or more
 * @param as the output's measurement; {@code <measurement>} and {@code <window>} stand for the
 *     input's measurement and the window's length
 * @param maxGroups the most groups with open windows in one partition
 * @param repeats what becomes of a value with the timestamp of another one of its series
 */
public record GroupRule(
        String name,
        List<GroupInput> inputs,
        List<String> by,
        Duration window,
        Duration every,
        Duration grace,
        String as,
        int maxGroups,
        Repeats repeats,
        GroupResult result)
        implements Aggregation {

    public static final int DEFAULT_MAX_GROUPS = 10_000;

    /**
     * The most windows that a series keeps open beside those of its newest values: twice the number
     * that a rule's grace can keep open. The others are for timestamps in the future.
     */
    public static final int MOST_WINDOWS = 8_192;

    public GroupRule {
        Spelling.requireName("name", name);
        inputs = List.copyOf(inputs);
        by = List.copyOf(by);
        Spelling.requireTags("by", by);
        AggregateRule.requireTimes(window, every, grace);
        Spelling.require("as", "measurement", as);
        if (as.startsWith("#")) {
            throw new Refusal("as", "must not start with #, which begins a comment", "");
        }
        if (inputs.isEmpty()) {
            throw new Refusal("fields", "must name at least one", "");
        }
        requireOneMeasurement(inputs, as, result);
        for (GroupInput input : inputs) {
            requireFunctionsOfSeries(input);
        }
    }

    private static void requireFunctionsOfSeries(GroupInput input) {
        for (AggregateFunction function : input.functions()) {
            if (function.isOfOneSeries()) {
                throw new Refusal(
                        "functions",
                        function.spelling() + " needs one series: the values of several series have none",
                        input.where().isPresent()
                                ? "write share with of: time-average: the mean share of the time"
                                : "write of: " + function.spelling() + ", and take the sum or mean over the series");
            }
        }
    }

    private static void requireOneMeasurement(List<GroupInput> inputs, String as, GroupResult result) {
        boolean hasInput = as.contains("<measurement>");
        if (result instanceof GroupFormulas && hasInput) {
            throw new Refusal(
                    "as", "is ambiguous, because the rule has several measurements", "write one without <measurement>");
        }
        if (!(result instanceof GroupFormulas) && !hasInput) {
            for (GroupInput input : inputs) {
                if (!input.match().measurement().isLiteral()) {
                    throw new Refusal(
                            "as", "would mix the series of several measurements", "include <measurement> in it");
                }
            }
        }
    }

    /** The output's measurement for an input measurement. */
    public String output(String measurement) {
        return as.replace("<window>", Durations.format(window)).replace("<measurement>", measurement);
    }

    /** Whether a value is in several windows. */
    public boolean overlaps() {
        return !every.equals(window);
    }

    /** The inputs with results of their own; of buckets in fields, the first stands for all. */
    public List<GroupInput> resultInputs() {
        boolean areBuckets = result.histogram().flatMap(Histogram::resultsOf).isPresent();
        return areBuckets ? inputs.subList(0, 1) : inputs;
    }

    /** The same rule with other inputs. */
    public GroupRule withInputs(List<GroupInput> others) {
        return new GroupRule(name, others, by, window, every, grace, as, maxGroups, repeats, result);
    }

    /** The same rule, by which the values themselves are stored as well. */
    public GroupRule keepingRaw() {
        GroupResult keeping = result instanceof GroupFunctions of ? of.keepingRaw() : result;
        return new GroupRule(name, inputs, by, window, every, grace, as, maxGroups, repeats, keeping);
    }

    /** The rule without its matches, as a text that is stable across restarts. */
    public String identity() {
        StringBuilder text = new StringBuilder(name)
                .append('\n')
                .append(by)
                .append(window)
                .append(overlaps() ? " every " + every + ' ' : "")
                .append(grace)
                .append(maxGroups)
                .append(repeats)
                .append('\n')
                .append(as)
                .append('\n')
                .append(result.identity());
        for (GroupInput input : inputs) {
            text.append('\n')
                    .append(input.field())
                    .append(' ')
                    .append(input.contribution().identity(input.functions()))
                    // Tells counts of matching values from counts of all.
                    .append(Where.identity(input.where()));
        }
        return text.toString();
    }
}
