package io.weir.processing;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.search.Search;
import io.weir.contract.rule.RuleLoader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every input that rules cannot use has an outcome, is counted by rule, and is in the table of
 * docs/rules/README.md.
 */
class BadInputOutcomesTest {

    private static final Path PAGE = Path.of("..", "docs", "rules", "README.md");

    private static final String RATIO = "derive: [{name: r, match: {measurement: m}, expression: a / b, as: x}]";
    private static final String SUMS =
            "aggregate: [{name: r, match: {measurement: m}, by: [k], fields: [v], functions: [sum], of: samples, window: 1s, grace: 0s}]";

    private static final String EXPLICIT =
            "aggregate: [{name: r, match: {measurement: m}, by: [], histogram: s, functions: [p50], window: 1s, grace: 0s}]";
    private static final String EXPONENTIAL =
            "aggregate: [{name: r, match: {measurement: m}, by: [], exponential: s, functions: [p50], window: 1s, grace: 0s}]";

    private static final String HISTOGRAM =
            "aggregate: [{name: r, match: {measurement: m}, by: [], buckets: le, fields: [v], functions: [p50], of: sum, window: 1s, grace: 0s}]";

    /**
     * The lines of one record, followed by a tick a minute later.
     *
     * @param meter name in Micrometer
     * @param reason empty if the meter has no tag for it
     * @param stored the line in storage, as often as {@code lines} contains it
     */
    private record Case(
            String what, String rules, String lines, String meter, String reason, int counted, String stored) {
        @Override
        public String toString() {
            return what;
        }
    }

    static Stream<Case> cases() {
        return Stream.of(
                new Case("division by zero", RATIO, "m a=1,b=0 1\n", "undefined", "", 1, "m a=1,b=0 1"),
                new Case(
                        "infinity in an expression",
                        RATIO,
                        "m a=1e308,b=1e-9 1\n",
                        "undefined",
                        "",
                        1,
                        "m a=1e308,b=1e-9 1"),
                new Case(
                        "an expression over a text",
                        RATIO,
                        "m a=1,b=\"t\" 1\n",
                        "not.derived",
                        "not-numeric",
                        1,
                        "m a=1,b=\"t\" 1"),
                new Case(
                        "infinity in a conversion",
                        "convert: [{name: r, match: {measurement: m}, field: a, scale: 1e300}]",
                        "m a=1e300,b=2 1\n",
                        "undefined",
                        "",
                        1,
                        "m b=2 1"),
                new Case(
                        "infinity in a window",
                        "aggregate: [{name: r, match: {measurement: m}, fields: [v], functions: [sum, count], window: 1s}]",
                        "m v=1.7e308 1\nm v=1.7e308 2\n",
                        "undefined",
                        "",
                        1,
                        "m_1s v_count=2i 0"),
                new Case(
                        "infinity over a group",
                        SUMS,
                        "m,k=a v=1.7e308 1\nm,k=a v=1.7e308 2\n",
                        "undefined",
                        "",
                        1,
                        "m_1s,k=a sources=1i,held=0i,samples=2i 0;m_1s,k=a sources=0i,held=0i,samples=0i 1000000000"),
                new Case(
                        "division by zero over a group",
                        "correlate: [{name: r, window: 1s, by: [], fields: {x: a / b}, let: {a: {measurement: m, field: a,"
                                + " function: sum}, b: {measurement: m, field: b, function: sum}}}]\n"
                                + "route: [{match: {measurement: m}, to: []}]",
                        "m a=1,b=0 1\n",
                        "undefined",
                        "",
                        3,
                        "r_1s sources=1i,held=0i,samples=2i 0;r_1s sources=1i,held=1i,samples=0i 1000000000;r_1s sources=0i,held=0i,samples=0i 2000000000"),
                new Case("NaN that is sent", RATIO, "m a=NaN,b=1 1\nm c=1 2\n", "rejected", "not-finite", 1, "m c=1 2"),
                new Case(
                        "another type under a rate",
                        "derive: [{name: r, match: {measurement: m}, field: v, function: rate}]",
                        "m v=1i 1\nm v=2.5 1000000001\n",
                        "not.derived",
                        "type-changed",
                        1,
                        "m v=1i 1;m v=2.5 1000000001"),
                new Case(
                        "text in a window",
                        "aggregate: [{name: r, match: {measurement: m}, fields: [v], functions: [sum], window: 1s}]",
                        "m v=1 1\nm v=\"off\" 2\n",
                        "not.numeric",
                        "",
                        1,
                        "m v=\"off\" 2;m_1s v_sum=1.0 0"),
                new Case(
                        "text in a group",
                        SUMS,
                        "m,k=a v=1 1\nm,k=a v=true 2\n",
                        "not.numeric",
                        "",
                        1,
                        "m,k=a v=true 2;m_1s,k=a v_sum=1.0,sources=1i,held=0i,samples=1i 0;m_1s,k=a sources=0i,held=0i,samples=0i 1000000000"),
                new Case(
                        "another type under a deadband",
                        "suppress: [{name: r, match: {measurement: m}, field: v, mode: deadband, absolute: 5}]",
                        "m v=1i 1\nm v=2i 2\nm v=2.0 3\n",
                        "suppressed.by.rule",
                        "",
                        1,
                        "m v=1i 1;m v=2.0 3"),
                new Case(
                        "a value that a map does not have",
                        "convert: [{name: r, match: {measurement: m}, field: a, map: {1: one}}]",
                        "m a=2i,b=2 1\n",
                        "unmapped",
                        "",
                        1,
                        "m b=2 1"),
                new Case(
                        "more fields than rules distinguish",
                        "aggregate: [{name: r, match: {measurement: m}, fields: \"*\", functions: [sum], window: 1s}]\n"
                                + "route: [{match: {measurement: m_1s}, to: []}]",
                        "m " + fields(0, 4_096) + " 1\nm " + fields(4_095, 4_098) + " 2\n",
                        "fields.bypassed",
                        "",
                        2,
                        "m f4096=1,f4097=1 2"),
                new Case(
                        "more groups than may be",
                        SUMS.replace("fields:", "max-groups: 1, fields:"),
                        "m,k=a v=1 1\nm,k=b v=2 2\n",
                        "group.refused",
                        "",
                        1,
                        "m_1s,k=a v_sum=1.0,sources=1i,held=0i,samples=1i 0;m_1s,k=a sources=0i,held=0i,samples=0i 1000000000"),
                new Case(
                        "a timestamp twice",
                        "aggregate: [{name: r, match: {measurement: m}, fields: [v], functions: [sum], window: 1s}]",
                        "m v=1 1\nm v=2 1\nm v=3 2\n",
                        "repeats",
                        "",
                        1,
                        "m_1s v_sum=5.0 0"),
                new Case(
                        "more open windows of a group than may be",
                        SUMS.replace("window: 1s", "window: 1ms, repeats: count")
                                + "\nroute: [{match: {measurement: m_1ms}, to: []}]\n",
                        IntStream.range(0, 8_193)
                                .mapToObj(i -> "m,k=a v=1 " + i * 1_000_000L + "\n")
                                .collect(Collectors.joining()),
                        "group.refused",
                        "",
                        1,
                        ""),
                new Case(
                        "more peers than may be",
                        "peers: [{name: r, match: {measurement: m}, by: [], field: v, window: 1s, grace: 0s}]\n"
                                + "route: [{match: {measurement: \"m*\"}, to: []}]",
                        IntStream.range(0, 10_001)
                                .mapToObj(i -> "m,k=" + i + " v=1 1\n")
                                .collect(Collectors.joining()),
                        "group.refused",
                        "",
                        1,
                        ""),
                new Case(
                        "a histogram without a bucket of all values",
                        HISTOGRAM,
                        "m,le=1 v=3i 1\nm,le=2 v=4i 1\n",
                        "undefined",
                        "",
                        1,
                        "m_1s sources=2i,held=0i,samples=2i 0;m_1s sources=0i,held=0i,samples=0i 1000000000"),
                new Case(
                        "a histogram without a field of all values",
                        HISTOGRAM.replace("buckets: le, fields: [v]", "histogram: v, fields: [1, 2, +Inf]"),
                        "m 1=3i,2=4i 1\n",
                        "undefined",
                        "",
                        1,
                        "m_1s sources=1i,held=0i,samples=2i 0;m_1s sources=0i,held=0i,samples=0i 1000000000"),
                new Case(
                        "an exponential histogram with counts that are none",
                        EXPONENTIAL,
                        "m scale=1i,zero_count=0i,positive_offset=0i,positive=\"[1,x]\" 1\n",
                        "undefined",
                        "",
                        4,
                        "m scale=1i,zero_count=0i,positive_offset=0i,positive=\"[1,x]\" 1"),
                new Case(
                        "an exponential histogram without a count of zeros",
                        EXPONENTIAL,
                        "m scale=1i,positive_offset=0i,positive=\"[1]\",sum=1 1\n",
                        "undefined",
                        "",
                        3,
                        "m scale=1i,positive_offset=0i,positive=\"[1]\",sum=1 1"),
                new Case(
                        "a histogram with bounds that descend",
                        EXPLICIT,
                        "m bounds=\"[2,1]\",counts=\"[1,2,3]\" 1\n",
                        "undefined",
                        "",
                        2,
                        "m bounds=\"[2,1]\",counts=\"[1,2,3]\" 1"),
                new Case(
                        "a histogram with a count too few",
                        EXPLICIT,
                        "m bounds=\"[1,2]\",counts_delta=\"[1,2]\",sum=1 1\n",
                        "undefined",
                        "",
                        2,
                        "m bounds=\"[1,2]\",counts_delta=\"[1,2]\",sum=1 1"),
                new Case(
                        "a histogram with a negative count",
                        EXPLICIT,
                        "m bounds=\"[1]\",counts=\"[1,-2]\" 1\n",
                        "undefined",
                        "",
                        2,
                        "m bounds=\"[1]\",counts=\"[1,-2]\" 1"),
                new Case(
                        "a histogram with more bounds than may be",
                        EXPLICIT,
                        "m bounds=\"" + IntStream.range(0, 1_024).boxed().toList() + "\",counts=\"[1]\" 1\n",
                        "undefined",
                        "",
                        2,
                        "m bounds=\"" + IntStream.range(0, 1_024).boxed().toList() + "\",counts=\"[1]\" 1"),
                new Case(
                        "an exponential histogram without another one before it",
                        EXPONENTIAL,
                        "m scale=1i,zero_count=3i 1\n",
                        "undefined",
                        "",
                        1,
                        ""),
                new Case(
                        "more exponential histograms of a series than may be",
                        EXPONENTIAL.replace("window: 1s", "window: 1m"),
                        IntStream.range(0, 1_025)
                                .mapToObj(i -> "m scale=1i,zero_count_delta=1i " + i + "\n")
                                .collect(Collectors.joining()),
                        "group.refused",
                        "",
                        1,
                        "m_1m s_p50=0.0,sources=1i,held=0i,samples=1024i 0"),
                new Case(
                        "more bounds of buckets than may be",
                        HISTOGRAM,
                        "m,le=Inf v=2000 1\n"
                                + IntStream.range(0, 1_024)
                                        .mapToObj(i -> "m,le=" + i + " v=" + i + " 1\n")
                                        .collect(Collectors.joining()),
                        "group.refused",
                        "",
                        1,
                        "m_1s v_p50=1000.0,sources=1024i,held=0i,samples=1024i 0;m_1s sources=0i,held=0i,samples=0i 1000000000"));
    }

    private static String fields(int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> "f" + i + "=1").collect(Collectors.joining(","));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void hasTheDocumentedOutcome(Case bad) throws IOException {
        try (TopologyRig rig = new TopologyRig(RuleLoader.parse("rules.yaml", "version: 1\n" + bad.rules))) {
            rig.tick("g", 0);
            rig.batch(1, bad.lines);
            rig.tick("g", 60_000);

            assertThat(rig.lines(rig.topics.storage()))
                    .isEqualTo(bad.stored.isEmpty() ? List.of() : List.of(bad.stored.split(";")));
            Search named = rig.meters.find("weir.processing." + bad.meter);
            Search meant = bad.reason.isEmpty() ? named : named.tag("reason", bad.reason);
            assertThat(meant.meters().stream()
                            .mapToDouble(
                                    each -> each.measure().iterator().next().getValue())
                            .sum())
                    .isEqualTo(bad.counted);
        }
        assertThat(Files.readString(PAGE))
                .contains("`weir_processing_" + bad.meter.replace('.', '_') + "_total")
                .contains(bad.reason);
    }
}
