package io.weir.query.tier;

import io.weir.query.naming.PromqlNames;
import io.weir.query.series.Matcher;
import io.weir.query.series.Matcher.Comparison;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The metrics of a result in a tier that processing computes: the mean of the field {@code usage} of {@code cpu} is
 * {@code cpu_m5_usage_mean}. The name of a metric does not show where its measurement ends, so several fields may have it.
 */
final class TierMetrics {
    private static final String VALUE = "value";
    private static final char JOINT = '_';

    /** A name with more joints has no tier: each field that it may be is a request to the store. */
    private static final int MOST_JOINTS = 50;

    private final String ending;
    private final String suffix;
    private final BinaryOperator<String> metric;

    /** A field of a measurement, in raw. */
    record Field(String measurement, String field) {}

    /**
     * @param ending of the measurements of the tier, as the store spells it
     * @param suffix of the fields with the result
     * @param metric returns the name in PromQL of a measurement and a field
     */
    TierMetrics(String ending, String suffix, BinaryOperator<String> metric) {
        this.ending = ending;
        this.suffix = suffix;
        this.metric = metric;
    }

    /** The fields that a metric may be; none if there would be very many. */
    List<Field> fields(String name) {
        String plain = PromqlNames.unescaped(name);
        if (plain.chars().filter(each -> each == JOINT).count() > MOST_JOINTS) {
            return List.of();
        }
        Stream<Field> joined = IntStream.range(0, plain.length())
                .filter(at -> plain.charAt(at) == JOINT)
                .mapToObj(at -> new Field(plain.substring(0, at), plain.substring(at + 1)));
        return Stream.concat(joined, Stream.of(new Field(plain, VALUE)))
                .filter(each -> isWhole(each) && raw(each).equals(name))
                .toList();
    }

    /** The field whose result a metric of the tier is, the one of the shortest measurement; empty for other metrics. */
    Optional<Field> field(String ofTier) {
        return fields(ofTier).stream()
                .filter(each ->
                        each.measurement().endsWith(ending) && each.field().endsWith(suffix))
                .map(each -> new Field(without(ending, each.measurement()), without(suffix, each.field())))
                .filter(TierMetrics::isWhole)
                .findFirst();
    }

    /** The name of a field in raw. */
    String raw(Field field) {
        return metric.apply(field.measurement(), field.field());
    }

    /** The matchers of the result of all fields that matchers of raw may select. They leave out the conditions on names. */
    List<Matcher> ofAll(List<Matcher> ofRaw) {
        List<Matcher> matchers = matchers(ofRaw, ending, suffix);
        // Names with other characters are escaped.
        matchers.add(new Matcher(Matcher.METRIC_NAME, Comparison.MATCHES, ".*" + ending + "_.*" + suffix + "|U__.*"));
        return matchers;
    }

    /** The matchers of the result of a field that matchers of raw select. */
    List<Matcher> of(Field field, List<Matcher> ofRaw) {
        List<Matcher> matchers = matchers(ofRaw, ending, suffix);
        String name = metric.apply(field.measurement() + ending, field.field() + suffix);
        matchers.add(new Matcher(Matcher.METRIC_NAME, Comparison.EQUALS, name));
        return matchers;
    }

    /**
     * The matchers of results in a tier, from those of raw. They leave out the conditions on names of metrics.
     *
     * @param ending of the measurements of the tier
     * @param results a regular expression of the ends of fields with results
     */
    static List<Matcher> matchers(List<Matcher> ofRaw, String ending, String results) {
        List<Matcher> matchers = new ArrayList<>();
        for (Matcher each : ofRaw) {
            switch (each.label()) {
                case Matcher.METRIC_NAME -> {}
                case PromqlNames.MEASUREMENT ->
                    matchers.add(new Matcher(
                            each.label(),
                            each.comparison(),
                            (isText(each) ? each.value() : "(?:" + each.value() + ")") + ending));
                case PromqlNames.FIELD -> {
                    String regex = isText(each) ? Pattern.quote(each.value()) : "(?:" + each.value() + ")";
                    boolean isEqual = each.comparison() == Comparison.EQUALS || each.comparison() == Comparison.MATCHES;
                    Comparison comparison = isEqual ? Comparison.MATCHES : Comparison.MATCHES_NOT;
                    matchers.add(new Matcher(each.label(), comparison, regex + results));
                }
                default -> matchers.add(each);
            }
        }
        return matchers;
    }

    private static boolean isText(Matcher matcher) {
        return matcher.comparison() == Comparison.EQUALS || matcher.comparison() == Comparison.EQUALS_NOT;
    }

    private static boolean isWhole(Field field) {
        return !field.measurement().isEmpty() && !field.field().isEmpty();
    }

    private static String without(String end, String text) {
        return text.substring(0, text.length() - end.length());
    }
}
