package io.weir.query.naming;

import io.weir.query.series.EvaluationException;
import io.weir.query.series.Matcher;
import io.weir.query.series.Matcher.Comparison;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** The selection of matchers, in terms of measurements, fields and tags. */
public final class Selection {
    private final List<Matcher> names = new ArrayList<>();
    private final List<Matcher> measurements = new ArrayList<>();
    private final List<Matcher> fields = new ArrayList<>();
    private final List<Matcher> labels = new ArrayList<>();
    private final List<Matcher> tiers = new ArrayList<>();
    /** The end of the names of columns, after the name of the field. */
    private final String suffix;

    /**
     * The selection of matchers of raw series in a tier.
     *
     * @param suffix of the columns with the selected results of fields, such as {@code _mean}
     */
    public static Selection inTier(List<Matcher> matchers, String tier, String suffix) {
        List<Matcher> all = new ArrayList<>(matchers);
        all.add(new Matcher(PromqlNames.TIER, Comparison.EQUALS, tier));
        return new Selection(all, suffix);
    }

    /** Throws {@link EvaluationException} for a condition on tiers that does not name one. */
    public Selection(List<Matcher> matchers) {
        this(matchers, "");
    }

    private Selection(List<Matcher> matchers, String suffix) {
        this.suffix = suffix;
        for (Matcher each : matchers) {
            switch (each.label()) {
                case Matcher.METRIC_NAME -> names.add(each);
                case PromqlNames.MEASUREMENT -> measurements.add(each);
                case PromqlNames.FIELD -> fields.add(each);
                case PromqlNames.TIER -> tiers.add(each);
                default -> labels.add(each);
            }
        }
        boolean isNamed = tiers.isEmpty()
                || (tiers.size() == 1
                        && tiers.get(0).comparison() == Comparison.EQUALS
                        && !tiers.get(0).value().isEmpty());
        if (!isNamed) {
            throw new EvaluationException("a selector reads one tier: write " + PromqlNames.TIER + "=\"NAME\" once");
        }
    }

    /** The tier to read; empty for raw. */
    public Optional<String> tier() {
        return tiers.stream().map(Matcher::value).findFirst();
    }

    /** Throws {@link EvaluationException} if the selection names a tier. */
    public void requireNoTier(String where) {
        if (!tiers.isEmpty()) {
            throw new EvaluationException(where + " has no tiers; remove " + tiers.get(0) + " from the selector");
        }
    }

    /** The only measurements that may have selected fields; empty if no matcher names them, or if there may be very many. */
    public Optional<List<String>> possibleMeasurements() {
        return Stream.concat(
                        equalTo(measurements).map(List::of),
                        equalTo(names).flatMap(name -> PromqlNames.possibleMeasurements(name).stream()))
                .findFirst();
    }

    private static Stream<String> equalTo(List<Matcher> matchers) {
        return matchers.stream()
                .filter(each -> each.comparison() == Comparison.EQUALS)
                .map(Matcher::value);
    }

    /** Whether a matcher names the field. */
    public boolean namesField() {
        return equalTo(fields).findAny().isPresent();
    }

    /** Whether the measurement may have selected fields. */
    public boolean mayHave(String measurement) {
        return matches(measurements, measurement)
                && names.stream()
                        .allMatch(each -> each.comparison() != Comparison.EQUALS
                                || PromqlNames.mayName(measurement, each.value()));
    }

    /** The field that a column of the measurement has, if it is selected. */
    public Optional<String> field(String measurement, String column) {
        return column.endsWith(suffix) && column.length() > suffix.length()
                ? Optional.of(column.substring(0, column.length() - suffix.length()))
                        .filter(field -> has(measurement, field))
                : Optional.empty();
    }

    /** Whether the field of the measurement is selected. */
    public boolean has(String measurement, String field) {
        return matches(measurements, measurement)
                && matches(fields, field)
                && matches(names, PromqlNames.metric(measurement, field));
    }

    /** Whether series with no more than these labels may be selected. */
    public boolean mayHaveLabels(Collection<String> known) {
        Set<String> present = new HashSet<>(known);
        return labels.stream().allMatch(each -> present.contains(each.label()) || each.matches(""));
    }

    /**
     * Whether a series with these tags is selected.
     *
     * @param values the value of each label; empty for a label that the series lacks
     */
    public boolean selects(UnaryOperator<String> values) {
        return labels.stream().allMatch(each -> each.matches(values.apply(each.label())));
    }

    /** The conditions on labels of tags. */
    public List<Matcher> labels() {
        return labels;
    }

    private static boolean matches(List<Matcher> matchers, String text) {
        return matchers.stream().allMatch(each -> each.matches(text));
    }
}
