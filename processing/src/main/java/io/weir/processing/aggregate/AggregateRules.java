package io.weir.processing.aggregate;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.alarm.FarmValue;
import io.weir.contract.line.SeriesHash;
import io.weir.contract.rule.aggregate.AggregateFunction;
import io.weir.contract.rule.aggregate.AggregateRule;
import io.weir.contract.rule.aggregate.Revision;
import io.weir.contract.rule.aggregate.Where;
import io.weir.contract.rule.match.Fields;
import io.weir.processing.aggregate.group.InputType;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The compiled windows of an aggregation rule. A rule whose results late values revise has two of
 * these: for the first results, and for the revisions, which stay open for longer. Shared by all series that the rule applies to.
 *
 * @param name the rule's name
 * @param identity hash of all properties that determine the state, so that saved state is never
 *     read under another rule
 * @param state the name in the state of the farm that windows follow; empty for windows of time
 * @param clock which of a task's clocks closes the windows of silent series
 * @param fields the fields to aggregate
 * @param functions the functions to compute of each field
 * @param keepsRaw whether storage also receives the values themselves
 * @param input what the functions take
 * @param storesLate whether storage receives at least the late values themselves
 * @param isRevised whether the next windows of the plan revise the results of these
 * @param revision how these windows revise results; empty if they give the first results
 * @param countsOthers whether values that the functions do not take are counted
 */
public record AggregateRules(
        String name,
        long identity,
        WindowSpec spec,
        Optional<String> state,
        int clock,
        Fields fields,
        List<AggregateFunction> functions,
        InputType input,
        boolean keepsRaw,
        boolean storesLate,
        boolean isRevised,
        Optional<Revision> revision,
        boolean countsOthers) {

    /**
     * Compiles a rule; {@code clock} closes its windows. If late values revise its results, the second
     * windows do so.
     */
    public static List<AggregateRules> of(AggregateRule rule, int clock) {
        WindowSpec spec = WindowSpec.of(rule);
        Optional<Revision> revision = rule.late().revision();
        AggregateRules first = of(rule, clock, spec, revision.isPresent(), Optional.empty(), true);
        return Stream.concat(
                        Stream.of(first),
                        revision.stream()
                                .map(each -> of(
                                        rule, clock, spec.openFor(each.after().toNanos()), false, revision, true)))
                .toList();
    }

    /** Compiles the rule of a tier, which nobody wrote for texts. */
    public static AggregateRules ofTier(AggregateRule rule) {
        return of(rule, 0, WindowSpec.of(rule), false, Optional.empty(), false);
    }

    private static AggregateRules of(
            AggregateRule rule,
            int clock,
            WindowSpec spec,
            boolean isRevised,
            Optional<Revision> revision,
            boolean countsOthers) {
        return new AggregateRules(
                rule.name(),
                identity(rule, spec + (revision.isPresent() ? "\nrevised" : "")),
                spec,
                rule.window().state(),
                clock,
                rule.fields(),
                rule.functions(),
                InputType.of(rule.where(), rule.functions()),
                rule.keepRaw(),
                rule.late().isStored(),
                isRevised,
                revision,
                countsOthers);
    }

    /**
     * The identity of an aggregation's windows. Differs after an edit of the window, the fields or
     * the condition, or of functions that need other cells, so that the state of the old rule is not
     * read.
     */
    private static long identity(AggregateRule rule, String windows) {
        String state = rule.window().state().map(name -> '\n' + name).orElse("");
        byte[] bytes = (rule.name() + '\n' + rule.fields() + Where.identity(rule.where()) + '\n' + windows + state)
                .getBytes(UTF_8);
        return SeriesHash.of(bytes, 0, bytes.length);
    }

    /**
     * Creates the windows of a series.
     *
     * @param farm the values of the state that its plan depends on, by name
     */
    public SeriesWindows windows(Map<String, FarmValue> farm) {
        if (state.isPresent()) {
            return new StateWindows(spec, state.get(), Objects.requireNonNull(farm.get(state.get())));
        }
        return revision.isPresent()
                ? new RevisedWindows(spec, revision.get().after().toNanos())
                : new SeriesWindows(spec);
    }

    /** The number of a result in its output, by the field's number and the function's place. */
    public int result(int field, int function) {
        return field * functions.size() + function;
    }

    /** The names of the results for the field of this name; empty if it is not aggregated. */
    public List<String> results(String field) {
        return fields.has(field)
                ? functions.stream()
                        .map(function -> function.resultField(field))
                        .toList()
                : List.of();
    }
}
