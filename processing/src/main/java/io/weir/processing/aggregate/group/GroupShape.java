package io.weir.processing.aggregate.group;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.line.SeriesHash;
import io.weir.contract.rule.aggregate.AggregateFunction;
import io.weir.contract.rule.aggregate.Contribution;
import io.weir.contract.rule.aggregate.GroupInput;
import io.weir.contract.rule.aggregate.GroupRule;
import io.weir.contract.rule.aggregate.Histogram;
import io.weir.contract.rule.aggregate.LineHistogram;
import io.weir.contract.rule.aggregate.Repeats;
import io.weir.contract.rule.aggregate.Revision;
import io.weir.contract.rule.aggregate.SeriesValue;
import io.weir.processing.aggregate.cell.CellLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The data that a group rule collects.
 *
 * @param rule the rule's name, for meters
 * @param identity hash of all of the rule except its match, and of the cells; data of different
 *     identities is never combined
 * @param everyNanos the interval between window starts, which divides their length; windows overlap if
 *     it is shorter
 * @param graceNanos how long a window stays open after its end: the rule's grace and, for results of
 *     other rules, their delay
 * @param clock which of a task's clocks closes the windows
 * @param inputs what each input collects
 * @param repeats whether a value replaces one of the same series with the same stamp
 * @param layout the cells of a series, for each input
 * @param columns by input, then in the order of the functions
 * @param members which series are kept with their own values
 * @param tags the tags whose different values are counted
 * @param histogram the buckets that the columns collect, if they do
 * @param maxGroups limit of the groups of a window in a partition
 * @param storesLate whether storage receives late values that it would otherwise not receive
 * @param isRevised whether the windows of another shape of the rule revise the results of these
 * @param revises whether these windows revise results
 */
public record GroupShape(
        String rule,
        long identity,
        long lengthNanos,
        long everyNanos,
        long graceNanos,
        int clock,
        List<InputColumns> inputs,
        Repeats repeats,
        CellLayout layout,
        List<GroupColumn> columns,
        MembersKept members,
        List<String> tags,
        Optional<Histogram> histogram,
        int maxGroups,
        boolean storesLate,
        boolean isRevised,
        boolean revises) {

    /** The shape of a rule for received metrics only. */
    public static GroupShape of(GroupRule rule) {
        return of(rule, 1, Duration.ZERO, 0).get(0);
    }

    /**
     * The shape of a rule. If late values revise its results, the second shape is of the windows that
     * do so.
     *
     * @param level its place in a chain of rules
     * @param delay of the results that it reads
     * @param clock which of a task's clocks closes the windows
     */
    public static List<GroupShape> of(GroupRule rule, int level, Duration delay, int clock) {
        Optional<Revision> revision = rule.result().late().revision();
        GroupShape first = of(rule, level, delay, clock, "", revision.isPresent());
        return Stream.concat(
                        Stream.of(first),
                        revision.stream()
                                .map(each -> of(rule, level, delay.plus(each.after()), clock, "\nrevised", false)))
                .toList();
    }

    /** @param kind of windows, for the identity; empty for those that give the first results */
    private static GroupShape of(GroupRule rule, int level, Duration delay, int clock, String kind, boolean isRevised) {
        CellLayout layout = layout(rule.inputs());
        Optional<Histogram> histogram = rule.result().histogram();
        List<GroupColumn> columns = columns(rule.resultInputs(), layout, histogram.isPresent());
        String place = level == 1 && kind.isEmpty() ? "" : "\nlevel " + level + ' ' + delay;
        byte[] text = (rule.identity() + '\n' + layout + columns + place + kind).getBytes(UTF_8);
        return new GroupShape(
                rule.name(),
                SeriesHash.of(text, 0, text.length),
                rule.window().toNanos(),
                rule.every().toNanos(),
                rule.grace().plus(delay).toNanos(),
                clock,
                InputColumns.of(rule, columns),
                rule.repeats(),
                layout,
                columns,
                MembersKept.of(rule.result()),
                rule.result().distinctTags(),
                histogram,
                rule.maxGroups(),
                rule.result().late().isStored(),
                isRevised,
                !kind.isEmpty());
    }

    /** The cells that give all values of a series, and the timestamp of the last one. */
    private static CellLayout layout(List<GroupInput> inputs) {
        List<AggregateFunction> ofSeries = new ArrayList<>(List.of(AggregateFunction.LAST));
        for (GroupInput input : inputs) {
            for (AggregateFunction function : input.functions()) {
                ofSeries.add(input.contribution().of(function).function().orElse(function));
            }
        }
        return CellLayout.of(ofSeries);
    }

    private static List<GroupColumn> columns(List<GroupInput> inputs, CellLayout ofSeries, boolean areBuckets) {
        List<GroupColumn> columns = new ArrayList<>();
        for (int input = 0; input < inputs.size(); input++) {
            Contribution contribution = inputs.get(input).contribution();
            Map<SeriesValue, List<AggregateFunction>> functions = new LinkedHashMap<>();
            for (AggregateFunction function : inputs.get(input).functions()) {
                functions
                        .computeIfAbsent(contribution.of(function), unseen -> new ArrayList<>())
                        .add(function);
            }
            int place = input;
            functions.forEach((of, over) -> columns.add(new GroupColumn(
                    place,
                    of.function().orElse(null),
                    List.copyOf(over),
                    of.isHeld() ? contribution.hold().toNanos() : 0,
                    // Of buckets, cells only count the series.
                    of == SeriesValue.SAMPLES ? ofSeries : CellLayout.of(areBuckets ? List.of() : over))));
        }
        return List.copyOf(columns);
    }

    /** The column that collects the values for a function over an input. */
    public int column(int input, AggregateFunction function) {
        for (int column = 0; column < columns.size(); column++) {
            if (columns.get(column).input() == input
                    && columns.get(column).functions().contains(function)) {
                return column;
            }
        }
        throw new IllegalArgumentException("rule " + rule + " has no " + function.spelling() + " of input " + input);
    }

    /** The length of {@link GroupPlan#tags}. */
    public int ofTags() {
        return tags.size() + (histogram.flatMap(Histogram::tag).isPresent() ? 1 : 0);
    }

    /** The form of the histograms that its lines are; null if they are values. */
    public LineHistogram.@Nullable Form ofLines() {
        return histogram.flatMap(Histogram::ofLine).map(LineHistogram::form).orElse(null);
    }

    /** The longest time for which a value of a series is held. */
    public long longestHoldNanos() {
        return inputs.stream().mapToLong(InputColumns::holdNanos).max().orElse(0);
    }

    /** Whether a value is in several windows. */
    public boolean overlaps() {
        return everyNanos < lengthNanos;
    }

    /** The start of the last window that a value belongs to. */
    public long start(long timestamp) {
        return Math.floorDiv(timestamp, everyNanos) * everyNanos;
    }

    /** The start of the first window with the values of the last one that starts at {@code lastStart}. */
    public long firstStart(long lastStart) {
        return lastStart - lengthNanos + everyNanos;
    }

    /** The log time at which a window closes. */
    public long closesAt(long start) {
        return start + lengthNanos + graceNanos;
    }
}
