package io.weir.standalone.replay;

import io.weir.contract.rule.ResultGraph;
import io.weir.contract.rule.aggregate.AggregateFunction;
import io.weir.contract.rule.aggregate.AggregateRule;
import io.weir.contract.rule.aggregate.Aggregation;
import io.weir.contract.rule.aggregate.GroupFunctions;
import io.weir.contract.rule.aggregate.GroupRule;
import io.weir.contract.rule.match.Fields;
import io.weir.contract.rule.match.TextPattern;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The integers that were seen among the results of a rule of {@code aggregate}. Not thread-safe. */
public final class IntegerResults {
    private final Aggregation rule;
    private final TextPattern measurement;
    private final List<Source> sources;
    private final SortedSet<String> fields = new TreeSet<>();
    private final SortedSet<String> inputs = new TreeSet<>();

    /** Fields under a function whose result is an integer if they are. */
    private record Source(Fields of, String ending) {}

    IntegerResults(AggregateRule rule) {
        this.rule = rule;
        this.measurement = ResultGraph.output(rule::output, rule.match().measurement());
        this.sources = sources(rule.fields(), rule.functions()).toList();
    }

    private IntegerResults(GroupRule rule) {
        this.rule = rule;
        this.measurement =
                ResultGraph.output(rule::output, rule.inputs().get(0).match().measurement());
        this.sources = rule.inputs().stream()
                .flatMap(input -> sources(Fields.named(input.field()), input.functions()))
                .toList();
    }

    /** The integer results of a rule over groups; none if its results are not functions of fields. */
    static Stream<IntegerResults> ofFunctions(GroupRule rule) {
        return rule.result() instanceof GroupFunctions ? Stream.of(new IntegerResults(rule)) : Stream.empty();
    }

    private static Stream<Source> sources(Fields fields, List<AggregateFunction> functions) {
        return functions.stream()
                .filter(function -> function.keepsIntegers() && !function.isCount())
                .map(function -> new Source(fields, function.resultField("")));
    }

    /** Whether results of the rule may have this measurement. */
    boolean mayBe(String name) {
        return measurement.matches(name);
    }

    /** Notes an integer field of a result. */
    void see(String field) {
        for (Source source : sources) {
            if (field.endsWith(source.ending)) {
                String input = field.substring(0, field.length() - source.ending.length());
                if (source.of.has(input)) {
                    fields.add(field);
                    inputs.add(input);
                }
            }
        }
    }

    /** The rule that makes the results. */
    public Aggregation rule() {
        return rule;
    }

    /** The result fields that were integers. */
    public SortedSet<String> fields() {
        return Collections.unmodifiableSortedSet(fields);
    }

    /** The fields from which they were computed. */
    public SortedSet<String> inputs() {
        return Collections.unmodifiableSortedSet(inputs);
    }
}
