package io.weir.query.naming;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.query.series.Labels;
import io.weir.query.series.Matcher;
import io.weir.query.series.Matcher.Comparison;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PromqlNamesTest {
    @ParameterizedTest
    @CsvSource({
        "cpu, usage_user, cpu_usage_user",
        "net:in, bytes, net:in_bytes",
        "cpu.total, usage user, U__cpu_2e_total__usage_20_user",
        "9, x, U___39___x",
        "größe, 😀, U__gr_f6__df_e___1f600_",
        "U_, x, U__U____x",
    })
    void metricsAreNamedAfterMeasurementAndField(String measurement, String field, String name) {
        assertThat(PromqlNames.metric(measurement, field)).isEqualTo(name);
        assertThat(PromqlNames.unescaped(name)).isEqualTo(measurement + "_" + field);
    }

    @ParameterizedTest
    @CsvSource({"up, up", "cpu.total, U__cpu_2e_total", "U__x, U__U____x"})
    void fieldValueHasTheNameOfItsMeasurement(String measurement, String name) {
        assertThat(PromqlNames.metric(measurement, "value")).isEqualTo(name);
        assertThat(PromqlNames.unescaped(name)).isEqualTo(measurement);
    }

    @ParameterizedTest
    @CsvSource({
        "cpu, cpu, true",
        "cpu, cpu_x, true",
        "cpu, cpus, false",
        "cpus, cpu, false",
        "cpu.total, U__cpu_2e_total, true",
        "cpu.total, U__cpu_2e_total__x, true"
    })
    void measurementsThatMayHaveAMetric(String measurement, String metric, boolean may) {
        assertThat(PromqlNames.mayName(measurement, metric)).isEqualTo(may);
    }

    @ParameterizedTest
    @CsvSource({
        "host, host",
        "host name, U__host_20_name",
        "a:b, U__a_3a_b",
        "__name__, U______name____",
        "__field__, U______field____",
    })
    void tagsBecomeLabels(String tag, String label) {
        assertThat(PromqlNames.label(tag)).isEqualTo(label);
        assertThat(PromqlNames.isLabel(label)).isTrue();
        assertThat(PromqlNames.unescaped(label)).isEqualTo(tag);
    }

    @Test
    void escapingIsReversible() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        Map<String, String> tags = new HashMap<>();
        for (int i = 0; i < 20_000; i++) {
            StringBuilder tag = new StringBuilder(random.nextInt(3) == 0 ? "U__" : "");
            for (int j = random.nextInt(1, 6); j > 0; j--) {
                tag.append(random.nextInt(3) == 0 ? Character.toString(random.nextInt(0xd000)) : one(random, "_Ua1:-"));
            }
            String label = PromqlNames.label(tag.toString());
            assertThat(PromqlNames.isLabel(label))
                    .as("seed %s, %s", seed, label)
                    .isTrue();
            assertThat(PromqlNames.unescaped(label)).as("seed %s", seed).isEqualTo(tag.toString());
            assertThat(tags.put(label, tag.toString())).as("seed %s", seed).isIn(null, tag.toString());
        }
    }

    private static String one(Random random, String choices) {
        return String.valueOf(choices.charAt(random.nextInt(choices.length())));
    }

    @ParameterizedTest
    @CsvSource({"U__a_zz_b", "U__a_2e", "U__a_110000_", "a_2e_b"})
    void namesThatNobodyEscapedAreThemselves(String name) {
        assertThat(PromqlNames.unescaped(name)).isEqualTo(name);
    }

    @Test
    void sameNamesOfDifferentFieldsAreRefused() {
        Origins origins = new Origins();
        Labels labels = Labels.of(Map.of("__name__", "a_b_c", "host", "x"));
        origins.claim(labels, "a_b", "c");
        origins.claim(labels, "a_b", "c");
        assertThatThrownBy(() -> origins.claim(labels, "a", "b_c"))
                .hasMessage("a_b_c{host=\"x\"} is both field \"c\" of measurement \"a_b\" and field \"b_c\" of"
                        + " measurement \"a\"; add __measurement__=\"…\" to the selector");
    }

    /** A store need not look for others. */
    @Test
    void namesOfMetricsAndMeasurementsLeaveFewMeasurements() {
        assertThat(possible(equal("__name__", "cpu_usage_user"))).containsExactly("cpu", "cpu_usage", "cpu_usage_user");
        assertThat(possible(equal("__name__", "_a_"))).containsExactly("", "_a", "_a_");
        assertThat(possible(equal("__name__", "U__cpu_2e_total__usage_20_user")))
                .containsExactly("cpu.total", "cpu.total_usage user");
        assertThat(possible(equal("__name__", "mem_user"), equal("__measurement__", "mem")))
                .containsExactly("mem");
        assertThat(new Selection(List.of(new Matcher("__name__", Comparison.MATCHES, "cpu"))).possibleMeasurements())
                .isEmpty();
    }

    /** Otherwise a name of 64 KiB would be 65 000 names, of 32 KiB each. */
    @Test
    void nameOfVeryManyMeasurementsLeavesAll() {
        String few = "a" + "_a".repeat(200);
        assertThat(possible(equal("__name__", few))).hasSize(201);
        String many = "_".repeat(1 << 16);
        Selection selection = new Selection(List.of(equal("__name__", many)));
        assertThat(selection.possibleMeasurements()).isEmpty();
        assertThat(selection.mayHave("___")).isTrue();
        assertThat(selection.has("___", many.substring(4))).isTrue();
        assertThat(possible(equal("__name__", many), equal("__measurement__", "___")))
                .containsExactly("___");
    }

    private static List<String> possible(Matcher... matchers) {
        Selection selection = new Selection(List.of(matchers));
        List<String> possible = selection.possibleMeasurements().orElseThrow();
        assertThat(possible).filteredOn(each -> !selection.mayHave(each)).isEmpty();
        return possible;
    }

    private static Matcher equal(String label, String value) {
        return new Matcher(label, Comparison.EQUALS, value);
    }
}
