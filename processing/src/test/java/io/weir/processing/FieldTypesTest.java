package io.weir.processing;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.RuleLoader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every field is written as it was read, byte for byte, with or without rules about other fields.
 */
class FieldTypesTest {

    /** The rules that apply to the series with the compared values. */
    enum Under {
        NO_RULES("version: 1\n", ""),
        RULES_ABOUT_OTHER_FIELDS("""
                version: 1
                aggregate:
                  - {name: other, match: {measurement: "*"}, fields: [other], functions: [mean, p50], window: 1h, keep-raw: true}
                suppress:
                  - {name: others, match: {measurement: "*"}, field: other, mode: deadband, absolute: 5, on: [storage, live]}
                """, ",other=1"),
        RULES_ABOUT_THE_FIELDS_THAT_KEEP_ALL("""
                version: 1
                aggregate:
                  - {name: all, match: {measurement: "*"}, fields: ["*"], functions: [sum], window: 1h, keep-raw: true}
                suppress:
                  - {name: each, match: {measurement: "*"}, mode: deadband, relative: 50%, heartbeat: 1ms, on: [storage, live]}
                """, "");

        final String rules;

        /** An additional field of the first line, so that the rules have an effect. */
        final String besides;

        Under(String rules, String besides) {
            this.rules = rules;
            this.besides = besides;
        }
    }

    private static final List<String> VALUES = List.of(
            "0i",
            "-0i",
            "007i",
            "9007199254740993i",
            "-9007199254740993i",
            "9223372036854775807i",
            "-9223372036854775808i",
            "0u",
            "9223372036854775808u",
            "18446744073709551615u",
            "0.1",
            "-0.0",
            "1e300",
            "1.7976931348623157e308",
            "4.9E-324",
            "3.141592653589793238462643383279",
            "1.",
            ".5",
            "1e+05",
            "t",
            "T",
            "true",
            "True",
            "TRUE",
            "f",
            "F",
            "false",
            "False",
            "FALSE",
            "\"\"",
            "\"a\\\"b\"",
            "\"ends with a backslash\\\\\"",
            "\"one \\ two, three=3\"",
            "\"line\nbreak\"",
            "\"µ € 𝛑 \u0001\"",
            "\"" + "x, \\\"=\\\\ ".repeat(550) + "\"");

    private static final String SERIES = "m\\,easure\\ ment=s,t\\ a\\,g\\=s=v\\ a\\,l\\=ue";

    @ParameterizedTest
    @EnumSource
    void everyValueComesOutAsItWentIn(Under under) {
        String lines = IntStream.range(0, VALUES.size())
                .mapToObj(i -> SERIES + " f\\ \\,\\=" + i + "=" + VALUES.get(i) + under.besides + " " + (1 + i)
                        + "000000000\n")
                .collect(Collectors.joining());

        assertUnharmed(under, lines);
    }

    /** A type may change with every value: the store decides about it. */
    @ParameterizedTest
    @EnumSource
    void valuesOfOneFieldMayHaveAnyType(Under under) {
        String lines = IntStream.range(0, VALUES.size())
                .mapToObj(i -> SERIES + " f=" + VALUES.get(i) + " " + (1 + i) + "000000000\n")
                .collect(Collectors.joining());

        assertUnharmed(under, lines);
    }

    @ParameterizedTest
    @EnumSource
    void aLineMayHaveThousandsOfFieldsInAnyOrder(Under under) {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        List<Integer> order = new ArrayList<>(IntStream.range(0, 3_500).boxed().toList());
        StringBuilder lines = new StringBuilder();
        for (int line = 0; line < 5; line++) {
            int second = line;
            lines.append(order.stream()
                    .map(i -> "field%d=%s".formatted(i, VALUES.get((i + second) % (VALUES.size() - 1))))
                    .collect(Collectors.joining(",", SERIES + " ", under.besides + " " + (1 + line) + "000000000\n")));
            Collections.shuffle(order, random);
        }

        assertUnharmed(under, lines.toString());
    }

    /** Fields beyond the limit pass whatever the rules are. */
    @ParameterizedTest
    @EnumSource
    void aSeriesMayHaveMoreFieldsThanAreRemembered(Under under) {
        String lines = IntStream.range(0, 10)
                .mapToObj(line -> IntStream.range(0, 1_000)
                        .mapToObj(i -> "f" + (line * 1_000 + i) + "=" + i + "i")
                        .collect(Collectors.joining(",", SERIES + " ", " " + (1 + line) + "000000000\n")))
                .collect(Collectors.joining());

        assertUnharmed(under, lines + lines.replace("000000000\n", "500000000\n"));
    }

    private static void assertUnharmed(Under under, String lines) {
        try (TopologyRig rig = new TopologyRig(RuleLoader.parse(under.name(), under.rules))) {
            rig.batch(100_000, lines);

            assertThat(rig.text(rig.topics.storage())).isEqualTo(kept(under, lines));
            assertThat(rig.text(rig.topics.live())).isEqualTo(kept(under, lines));
            assertThat(rig.output(rig.topics.rejected())).isEmpty();
        }
    }

    /** The rules suppress the additional field of all lines but the first. */
    private static String kept(Under under, String lines) {
        if (under.besides.isEmpty()) {
            return lines;
        }
        int first = lines.indexOf(under.besides + " ");
        if (first < 0) {
            return lines;
        }
        int from = first + under.besides.length();
        return lines.substring(0, from) + lines.substring(from).replace(under.besides + " ", " ");
    }
}
