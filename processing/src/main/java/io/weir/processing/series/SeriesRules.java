package io.weir.processing.series;

import io.weir.contract.line.FieldKey;
import io.weir.contract.line.FieldType;
import io.weir.processing.aggregate.AggregatableMetrics;
import io.weir.processing.aggregate.AggregateRules;
import io.weir.processing.aggregate.group.GroupRules;
import io.weir.processing.aggregate.group.GroupShape;
import io.weir.processing.check.TypeCheck;
import io.weir.processing.check.TypeRules;
import io.weir.processing.derive.ConvertRules;
import io.weir.processing.derive.DerivableMetrics;
import io.weir.processing.derive.DeriveRules;
import io.weir.processing.derive.DerivedFields;
import io.weir.processing.suppress.SuppressibleMetrics;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The rules that apply to a series. Shared by all series that the same rules apply to, so that a
 * series takes little memory of its own. Belongs to one task; not thread-safe.
 */
public final class SeriesRules
        implements DerivableMetrics.SeriesDerivation,
                AggregatableMetrics.SeriesAggregation,
                SuppressibleMetrics.SeriesSuppression {

    private final String version;
    private final long ageNanos;
    private final List<TypeRules> types;
    private final List<ConvertRules> converts;
    private final List<DeriveRules> derives;
    private final List<AggregateRules> aggregates;
    private final List<GroupRules> groups;
    private final List<OutputRules> outputs;
    private final boolean keepsAll;
    private final boolean hasState;
    private final boolean isSuppressed;
    private final FieldNames fieldNames = new FieldNames(new FieldTable(this::compile));

    /**
     * @param version the version of the rule file
     * @param ageNanos for series of merged results: how long after its timestamp each is made
     * @param types in the order of the file
     * @param converts in the order of the file
     * @param derives in the order of the file
     * @param aggregates in the order of the file
     * @param groups the group rules, in the order of the plan
     * @param outputs the rules of the raw series, then those of each aggregation
     */
    SeriesRules(
            String version,
            long ageNanos,
            List<TypeRules> types,
            List<ConvertRules> converts,
            List<DeriveRules> derives,
            List<AggregateRules> aggregates,
            List<GroupRules> groups,
            List<OutputRules> outputs) {
        this.version = version;
        this.ageNanos = ageNanos;
        this.types = List.copyOf(types);
        this.converts = List.copyOf(converts);
        this.derives = List.copyOf(derives);
        this.aggregates = List.copyOf(aggregates);
        this.groups = List.copyOf(groups);
        this.outputs = List.copyOf(outputs);
        this.keepsAll =
                aggregates.isEmpty() && groups.isEmpty() && derives.stream().noneMatch(DeriveRules::isHidden);
        this.hasState = !derives.isEmpty()
                || !aggregates.isEmpty()
                || !groups.isEmpty()
                || outputs.get(0).isSuppressed();
        this.isSuppressed = outputs.stream().anyMatch(OutputRules::isSuppressed);
    }

    /** The version of the rule file. */
    public String version() {
        return version;
    }

    @Override
    public long ageNanos() {
        return ageNanos;
    }

    @Override
    public List<ConvertRules> converts() {
        return converts;
    }

    @Override
    public List<DeriveRules> derives() {
        return derives;
    }

    @Override
    public List<AggregateRules> aggregates() {
        return aggregates;
    }

    @Override
    public boolean hasGroups() {
        return !groups.isEmpty();
    }

    @Override
    public GroupShape groupShape(int group) {
        return groups.get(group).shape();
    }

    /** 0 is the raw series, 1 + n the n-th aggregation. */
    public OutputRules output(int output) {
        return outputs.get(output);
    }

    /** The number of outputs. */
    public int outputs() {
        return outputs.size();
    }

    @Override
    public boolean keepsAll() {
        return keepsAll;
    }

    /** Whether the types of any fields are declared. */
    public boolean hasTypes() {
        return !types.isEmpty();
    }

    /** Whether any rule reads fields of the raw series. */
    public boolean readsFields() {
        return !converts.isEmpty() || !types.isEmpty() || hasState;
    }

    /** Whether a metric's effect may depend on earlier metrics. */
    public boolean hasState() {
        return hasState;
    }

    @Override
    public boolean isSuppressed() {
        return isSuppressed;
    }

    /** The names for a series without fields. */
    FieldNames fieldNames() {
        return fieldNames;
    }

    /** The rules of the field of the raw series with this key. */
    private FieldRules compile(byte[] key) {
        String name = FieldKey.name(key);
        if (derives.stream().anyMatch(each -> each.isHidden(name))) {
            return FieldRules.hidden(groupInputs(key, GroupRules::isHidden));
        }
        @Nullable ResultRules[] results = new ResultRules[aggregates.size()];
        for (int i = 0; i < results.length; i++) {
            results[i] = results(name, aggregates.get(i), outputs.get(1 + i));
        }
        ConvertRules conversion = converts.stream()
                .filter(rule -> rule.fields().has(name))
                .findFirst()
                .orElse(null);
        return new FieldRules(
                type(name),
                conversion,
                DerivedFields.of(name, derives),
                results,
                groupInputs(key, any -> true),
                isStored(name, key, FieldType.FLOAT),
                isStored(name, key, FieldType.BOOLEAN),
                isStored(name, key, FieldType.STRING),
                false,
                outputs.get(0).suppressed(name));
    }

    /**
     * The check of the values of a field that has no number, because it is new or for lack of memory;
     * null if no type is declared. Allocates; not for fields that have numbers.
     */
    @Nullable
    TypeCheck type(byte[] bytes, int from, int to) {
        return type(FieldKey.name(Arrays.copyOfRange(bytes, from, to)));
    }

    private @Nullable TypeCheck type(String field) {
        return types.stream()
                .filter(rule -> rule.fields().has(field))
                .findFirst()
                .map(TypeRules::check)
                .orElse(null);
    }

    /** Whether no aggregation replaces the values of a type of a field. */
    private boolean isStored(String name, byte[] key, FieldType type) {
        return aggregates.stream()
                        .filter(each -> each.input().takes(type))
                        .allMatch(each -> each.keepsRaw() || !each.fields().has(name))
                && groups.stream()
                        .filter(each -> each.input().takes(type))
                        .allMatch(each -> each.keepsRaw() || each.inputs(key).length == 0);
    }

    /** The results of an aggregation for the field of this name; null if it is not aggregated. */
    private static @Nullable ResultRules results(String field, AggregateRules aggregate, OutputRules output) {
        List<String> names = aggregate.results(field);
        return names.isEmpty()
                ? null
                : new ResultRules(
                        names.stream().map(FieldKey::spelled).toList(),
                        names.stream().map(output::suppressed).toList());
    }

    private int[] groupInputs(byte[] key, Predicate<GroupRules> which) {
        return IntStream.range(0, groups.size())
                .filter(group -> which.test(groups.get(group)))
                .boxed()
                .flatMapToInt(group ->
                        IntStream.of(groups.get(group).inputs(key)).flatMap(input -> IntStream.of(group, input)))
                .toArray();
    }
}
