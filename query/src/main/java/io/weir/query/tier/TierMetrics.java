package io.weir.query.tier;

import io.weir.query.naming.PromqlNames;
import io.weir.query.series.Matcher;
import io.weir.query.series.Matcher.Comparison;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

    /** Of the names in one request, in characters: the other matchers need room, too. */
    private static final int LONGEST_LIST = 4_000;

    private final TierNaming naming;
    private final String ending;
    private final String suffix;

    /** A field of a measurement, in raw. */
    record Field(String measurement, String field) {}

    /**
     * A request to the store.
     *
     * @param fields whose result the matchers select, by the name of the metric in the tier
     */
    record Request(Map<String, Field> fields, List<Matcher> matchers) {}

    /** @param suffix of the fields with the result */
    TierMetrics(TierNaming naming, String tier, String suffix) {
        this.naming = naming;
        this.ending = naming.ending(tier);
        this.suffix = suffix;
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

    /**
     * The fields whose result a metric of the tier may be, those of short measurements first: the name of a measurement or
     * a field may contain the ending. Empty for other metrics.
     */
    List<Field> fieldsOfResult(String ofTier) {
        return fields(ofTier).stream()
                .filter(each ->
                        each.measurement().endsWith(ending) && each.field().endsWith(suffix))
                .map(each -> new Field(without(ending, each.measurement()), without(suffix, each.field())))
                .filter(TierMetrics::isWhole)
                .toList();
    }

    /** The name of a field in raw. */
    String raw(Field field) {
        return naming.metric(field.measurement(), field.field());
    }

    /** The matchers of the result of all fields that matchers of raw may select. They leave out the conditions on names. */
    List<Matcher> ofAll(List<Matcher> ofRaw) {
        List<Matcher> matchers = matchers(ofRaw, ending, suffix);
        if (naming.hasMeasurements()) {
            matchers.add(new Matcher(PromqlNames.MEASUREMENT, Comparison.MATCHES, ".*" + ending));
            matchers.add(new Matcher(PromqlNames.FIELD, Comparison.MATCHES, ".*" + suffix));
        } else {
            // Names with other characters are escaped.
            String names = ".*" + ending + "_.*" + suffix + "|U__.*";
            matchers.add(new Matcher(Matcher.METRIC_NAME, Comparison.MATCHES, names));
        }
        return matchers;
    }

    /**
     * The requests for the result of fields that matchers of raw select. Of fields whose result has the same name, a store
     * without measurements has one, and the first field gets it.
     */
    List<Request> requests(List<Field> fields, List<Matcher> ofRaw) {
        List<Request> all = new ArrayList<>();
        Map<String, Field> part = new LinkedHashMap<>();
        int length = 0;
        for (Field each : fields) {
            String name = naming.metric(each.measurement() + ending, each.field() + suffix);
            boolean isFull = naming.hasMeasurements() || length + name.length() > LONGEST_LIST;
            if (isFull && !part.isEmpty()) {
                all.add(request(part, ofRaw));
                part = new LinkedHashMap<>();
                length = 0;
            }
            length += part.putIfAbsent(name, each) == null ? name.length() + 1 : 0;
        }
        if (!part.isEmpty()) {
            all.add(request(part, ofRaw));
        }
        return all;
    }

    private Request request(Map<String, Field> fields, List<Matcher> ofRaw) {
        List<Matcher> matchers = matchers(ofRaw, ending, suffix);
        if (naming.hasMeasurements()) {
            // The name could be that of another measurement and field, too.
            fields.values().forEach(each -> {
                matchers.add(new Matcher(PromqlNames.MEASUREMENT, Comparison.EQUALS, each.measurement() + ending));
                matchers.add(new Matcher(PromqlNames.FIELD, Comparison.EQUALS, each.field() + suffix));
            });
        }
        // Such names have no characters that a regular expression would read.
        matchers.add(new Matcher(
                Matcher.METRIC_NAME,
                fields.size() == 1 ? Comparison.EQUALS : Comparison.MATCHES,
                String.join("|", fields.keySet())));
        return new Request(fields, matchers);
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
