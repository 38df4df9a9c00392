package io.weir.standalone.ruletest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;

/** Checks the reports on test files that cannot be used. */
class RuleTestMistakesTest {
    private final RuleTestRun rules;

    RuleTestMistakesTest(@TempDir Path directory) throws IOException {
        rules = new RuleTestRun(directory);
    }

    @Test
    void mistakesAreReportedWithTheirLines() throws IOException {
        String told = rules.run("""
                - name: wrong
                  intervall: 2s
                  input:
                    - {series: "cpu,host=", values: "1 2"}
                    - {series: cpu, values: "1 2 fast"}
                  lines: |
                    x cpu value=1
                  expect:
                    - {at: 2s, feed: storage}
                    - {series: cpu, absent: cpu}
                    - {lines: "", fields: {a: 1}}
                    - {alarms: [{id: hot/a, to: raised}]}
                - name: expects nothing
                """);

        assertThat(told).isEqualTo("""
                tests.yaml:4: tests[0].intervall: is not a known key; did you mean "interval"?
                tests.yaml:6: tests[0].input[0].series: is "cpu,host="; a tag needs '=' and a value; leave out a tag that has none
                tests.yaml:7: tests[0].input[1].values: has "fast", which is not a value; such as 5, 0+5x10, 7x3, 5i, true, "text", _ for a gap, stale for the end
                tests.yaml:8: tests[0].lines: begins with "x"; a line begins with its second, such as 1.5 cpu,host=a value=1
                tests.yaml:11: tests[0].expect[0]: expects nothing; write one of series, absent, lines, none, alarms, actions
                tests.yaml:12: tests[0].expect[1]: expects series and absent at once; write one of series, absent, lines, none, alarms, actions
                tests.yaml:13: tests[0].expect[2].fields: has no meaning with lines; write series: …
                tests.yaml:14: tests[0].expect[3].alarms[0].to: must be one of normal, unacknowledged, acknowledged, returned, shelved, suppressed, out-of-service, was "raised"
                tests.yaml:15: tests[1].expect: is missing; a test that expects nothing cannot fail
                0 tests passed
                1 file could not be used
                """);
    }

    @Test
    @Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
    void noTestRunsForEver() throws IOException {
        String states = IntStream.range(0, 500)
                .mapToObj(i -> "{at: " + i + "d, set: {run: a" + i + "}}")
                .collect(Collectors.joining(", ", "[", "]"));
        String expect = ", expect: [{none: true, feed: live}]}\n";

        assertThat(rules.run("- {name: many restarts, restart-at: " + hours(3_000) + expect))
                .contains(
                        "tests.yaml:3: tests[0].restart-at: has 3000 times, more than 100; split it into several tests");
        assertThat(rules.run("- {name: late restarts, restart-at: " + hours(40) + expect))
                .contains(
                        "tests.yaml:3: tests[0]: needs more than 1000000 steps: each second of virtual time is one, and"
                                + " a restart repeats all steps before it; shorten its time, or split it into several tests");
        assertThat(rules.run("- {name: many states, state: " + states + expect))
                .contains("needs more than 1000000 steps");
        assertThat(rules.run("- {name: long intervals, interval: 200y, input: [{series: a, values: 0x3}]" + expect))
                .contains("tests.yaml:3: tests[0].interval: lets 4 values span more than 290y");
        assertThat(rules.run("- {name: many values, input: ["
                        + "{series: a, field: f, values: 0x999999},".repeat(3)
                        + "{series: b, values: 7}]" + expect))
                .contains(
                        "tests.yaml:3: tests[0].input[2]: is too much: with it, the file has more than 2000000 values; write"
                                + " fewer of them");
    }

    private static String hours(int last) {
        return IntStream.rangeClosed(1, last).mapToObj(i -> i + "h").collect(Collectors.joining(", ", "[", "]"));
    }

    @Test
    void mistakesOfTheRulesAreReportedToo() throws IOException {
        rules.replace("version: 1\nalarmz: []\n");

        assertThat(rules.run("- {name: any, expect: [{none: true}]}\n"))
                .contains("rules.yaml:2: alarmz: is not a known key; did you mean \"alarms\"?")
                .endsWith("1 file could not be used\n");
    }
}
