package io.weir.processing.aggregate;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.line.SeriesHash;
import io.weir.contract.rule.match.Fields;
import io.weir.contract.rule.metric.AggregateFunction;
import io.weir.contract.rule.metric.AggregateRule;
import io.weir.contract.rule.metric.Late;
import io.weir.contract.rule.metric.Where;
import java.util.List;

/**
 * One aggregation rule, compiled. Shared by all series that it applies to.
 *
 * @param name the rule's name
 * @param identity hash of all properties that determine the state, so that saved state is never
 *     read under another rule
 * @param clock which of a task's clocks closes the windows of silent series
 * @param fields the fields to aggregate
 * @param functions the functions to compute of each field
 * @param keepsRaw whether storage also receives the values themselves
 * @param input what the functions take
 * @param storesLate whether storage receives at least the late values themselves
 */
public record AggregateRules(
        String name,
        long identity,
        WindowSpec spec,
        int clock,
        Fields fields,
        List<AggregateFunction> functions,
        InputType input,
        boolean keepsRaw,
        boolean storesLate) {

    /** Compiles a rule; {@code clock} closes its windows. */
    public static AggregateRules of(AggregateRule rule, int clock) {
        WindowSpec spec = WindowSpec.of(rule);
        return new AggregateRules(
                rule.name(),
                identity(rule, spec),
                spec,
                clock,
                rule.fields(),
                rule.functions(),
                InputType.of(rule.where(), rule.functions()),
                rule.keepRaw(),
                rule.late() == Late.STORE);
    }

    /**
     * The identity of an aggregation's windows. Differs after an edit of the window, the fields or
     * the condition, or of functions that need other cells, so that the state of the old rule is not
     * read.
     */
    private static long identity(AggregateRule rule, WindowSpec spec) {
        byte[] bytes =
                (rule.name() + '\n' + rule.fields() + Where.identity(rule.where()) + '\n' + spec).getBytes(UTF_8);
        return SeriesHash.of(bytes, 0, bytes.length);
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
