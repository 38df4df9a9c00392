package io.weir.standalone.ruletest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs test files, and checks the reports on rules that behave differently. */
class RuleTestsTest {
    private final RuleTestRun rules;

    RuleTestsTest(@TempDir Path directory) throws IOException {
        rules = new RuleTestRun(directory);
    }

    @Test
    void totalsRaiseNoFalseAlarm() {
        Path tests = Path.of("..", "src-test-data", "src", "main", "resources", "rule-tests", "totals.test.yaml");

        assertThat(rules.report(tests)).isEqualTo("1 test passed\n");
    }

    @Test
    void operatorsSpeakOnTheVirtualClock() throws IOException {
        assertPassed("""
                - name: an acknowledgement survives a restart, a shelf expires
                  input: [{series: "temp,host=a", field: c, values: "99x90"}, {series: "temp,host=b", field: c, values: "99x90"}]
                  restart-at: [6s, 30s]
                  commands:
                    - {at: 5s, operation: acknowledge, alarm: hot/a, user: anna}
                    - {at: 7s, operation: shelve, rule: hot, for: 1m, reason: fan}
                  expect:
                    - alarms:
                        - {id: hot/a, to: unacknowledged, severity: major}
                        - {id: hot/a, to: acknowledged, at: 5s}
                        - {id: hot/a, to: shelved, at: 7s}
                        - {id: hot/a, to: acknowledged, time: 67s}
                        - {id: hot/b, to: unacknowledged, severity: major}
                        - {id: hot/b, to: shelved, at: 7s}
                        - {id: hot/b, to: unacknowledged, time: 67s}
                """);
    }

    @Test
    void lateRulesQueryTheHistory() throws IOException {
        rules.replace("""
                version: 1
                late:
                  - {name: full, query: "predict_linear(disk_used[10m], 600) > 95", every: 1m, delay: 0s, for: 2m, \
                path: [host], message: "{host} fills"}
                  - {name: two, query: "{__measurement__='disk'} > 50", every: 1m, path: [host]}
                alarms:
                  - {name: off, match: {measurement: host}, field: on, major: {equals: false}}
                """);

        assertPassed("""
                - name: a disk that fills
                  interval: 1m
                  input: [{series: "host,host=a", field: on, values: "true false true"}]
                  history:
                    - {series: "disk,host=a", field: used, values: "10x10 12+5x8 _x2 20x9"}
                    - {series: "disk,host=b", field: used, values: "10ix29"}
                    - {series: "disk,host=b", field: free, values: "30x12 60x3 _x20"}
                    - {series: "disk,host=b", field: spare, values: "truex14 70x1 truex13"}
                  expect:
                    - at: 25m
                      alarms:
                        - {id: full/a, from: normal, to: unacknowledged, severity: major, time: 21m, message: a fills}
                        - {id: full/a, from: unacknowledged, to: normal, time: 22m}
                        - {id: two/b, to: unacknowledged, time: 14m}
                        - {id: weir-late/two, to: unacknowledged, time: 16m}
                        - {id: off/a, to: unacknowledged, time: 1m}
                        - {id: off/a, to: normal, time: 2m}
                """);
    }

    @Test
    void historyThatNoStoreHasIsAMistake() throws IOException {
        assertThat(rules.run("""
                - name: twice
                  history: [{series: "disk,b=1,a=2", values: "1"}, {series: "disk,a=2,b=1", values: "2"}]
                  expect: [{alarms: []}]
                """)).contains("history: has the field value of \"disk,a=2,b=1\" twice; keep one of them");
        assertThat(rules.run("""
                - name: text
                  history: [{series: disk, values: '1 "full"'}]
                  expect: [{alarms: []}]
                """)).contains("history: has the text \"full\"; queries read numbers and flags");
    }

    @Test
    void metExpectationsPass() throws IOException {
        assertPassed("""
                - name: means come when their windows are closed
                  input:
                    - {series: "cpu,host=a", values: "0+5x4 _x3 stale"}
                    - {series: "cpu,rack=1,host=b", field: other, values: "1x9"}
                  expect:
                    - {at: 2s, absent: "cpu_1s,host=a"}
                    - {at: 3s, series: "cpu_1s,host=a", time: 0s, fields: {value_mean: 0, value_count: 1i}}
                    - {at: 6s, absent: "cpu_1s,host=a", time: 4s}
                    - {at: 7s, series: "cpu_1s,host=a", time: 4s, fields: {value_mean: 20.0}}
                    - {series: "cpu_1s,host=a", fields: {value_count: 1}}
                    - {absent: "cpu_1s,host=b,rack=1"}
                    - {feed: live, series: "cpu,host=b,rack=1", time: 9s, fields: {other: 1}}
                - name: repeats are not stored, and all lines are told
                  interval: 4s
                  input: [{series: link, field: status, values: "\\"up\\"x3 \\"down\\""}]
                  expect:
                    - {feed: alarming, none: true}
                    - lines: |
                        0 link status="up"
                        12 link status="up"
                        16 link status="down"
                    - {series: link, time: 16s, fields: {status: down}}
                    - {absent: link, time: 4s}
                - name: late lines are left out
                  lines: |
                    1.5 cpu,host=a value=1
                    10 cpu,host=a value=2
                    1.7@11 cpu,host=a value=9
                  expect:
                    - {series: "cpu_1s,host=a", time: 1s, fields: {value_count: 1, value_mean: 1}}
                """);
    }

    @Test
    void farmStateChangesAtItsTimeAndSurvivesARestart() throws IOException {
        rules.replace("""
                version: 1
                enrich:
                  - {name: run, match: {measurement: cpu}, state: {run: run}}
                """);
        assertPassed("""
                - name: runs
                  state:
                    - {at: 1s, set: {run: 7}}
                    - {at: 3s, set: {run: 8, beam: "p p"}}
                    - {at: 5s}
                  restart-at: [2s, 4s]
                  input: [{series: cpu, values: "1x5"}]
                  expect:
                    - lines: |
                        0 cpu value=1
                        1 cpu,run=7 value=1
                        2 cpu,run=7 value=1
                        3 cpu,run=8 value=1
                        4 cpu,run=8 value=1
                        5 cpu value=1
                """);
    }

    @Test
    void aRunHasTotalsWhenItEnds() throws IOException {
        rules.replace("""
                version: 1
                enrich:
                  - {name: run, match: {measurement: cpu}, state: {run: run}}
                aggregate:
                  - {name: hosts, match: {measurement: cpu}, fields: [value], functions: [sum], window: {state: run}}
                  - {name: all, match: {measurement: cpu_run}, by: [run], fields: [value_sum], functions: [sum], of: sum, window: 1s, grace: 5s, as: total}
                """);
        assertPassed("""
                - name: runs
                  state:
                    - {at: 1s, set: {run: 7}}
                    - {at: 3500ms, set: {run: 8}}
                    - {at: 5s}
                  restart-at: [2s, 4s, 8s]
                  input: [{series: "cpu,host=a", values: "1x5"}, {series: "cpu,host=b", values: "10x3"}]
                  expect:
                    - {at: 3s, absent: "cpu_run,host=a,run=7"}
                    - {at: 3500ms, series: "cpu_run,host=a,run=7", time: 3500ms, fields: {value_sum: 3, seconds: 2.5}}
                    - {series: "cpu_run,host=a,run=8", time: 5s, fields: {value_sum: 1, seconds: 1.5}}
                    - {series: "total,run=7", time: 3s, fields: {value_sum_sum: 33, sources: 2i}}
                    - {series: "total,run=8", time: 5s, fields: {value_sum_sum: 1, sources: 1i}}
                    - {series: "cpu,host=a", time: 5s, fields: {value: 1}}
                    - {absent: "cpu_run,host=b,run=8"}
                """);
    }

    @Test
    void alarmsAreExpectedByTheirTransitions() throws IOException {
        assertPassed("""
                - name: raised, worse, and cleared
                  input:
                    - {series: "temp,host=a", field: c, values: "10 85x3 95x3 10"}
                    - {series: "temp,host=b", field: c, values: "85 85 10 10"}
                  expect:
                    - at: 2s
                      alarms: []
                    - alarms:
                        - {id: hot/a, from: normal, to: unacknowledged, severity: minor, time: 3s, at: 3s, value: 85}
                        - {id: hot/a, to: unacknowledged, severity: major, message: "hot: c is 95"}
                        - {id: hot/a, to: normal, severity: ok, time: 9s}
                """);
    }

    @Test
    void restartsInTheMiddleChangeNothing() throws IOException {
        String test = """
                - name: with restarts
                  restart-at: %s
                  input:
                    - {series: "cpu,host=a", values: "0+5x9"}
                    - {series: "cpu,host=a", field: x, values: "true"}
                    - {series: link, field: status, values: "1ix9"}
                    - {series: "temp,host=a", field: c, values: "85x4 10x4"}
                  interval: 500ms
                  expect:
                    - {series: "cpu_1s,host=a", time: 4s, fields: {value_mean: 42.5}}
                    - lines: |
                        0 cpu,host=a x=true
                        0 link status=1i
                        0 cpu_1s,host=a value_mean=2.5,value_count=2i
                        1 cpu_1s,host=a value_mean=12.5,value_count=2i
                        2 cpu_1s,host=a value_mean=22.5,value_count=2i
                        3 cpu_1s,host=a value_mean=32.5,value_count=2i
                        4 cpu_1s,host=a value_mean=42.5,value_count=2i
                    - alarms:
                        - {id: hot/a, to: unacknowledged}
                        - {id: hot/a, to: normal}
                """;
        assertPassed(test.replaceFirst(".*restart-at.*\n", ""));
        assertPassed(test.formatted("0s"));
        assertPassed(test.formatted("[1s, 1500ms, 2s, 2001ms, 4s, 5s, 9s]"));
    }

    /** The group merge reads its own topic, whose offsets continue as well. */
    @Test
    void groupsOutliveRestarts() throws IOException {
        String test = """
                - name: sums of racks
                  restart-at: %s
                  input:
                    - {series: "load,host=a,rack=1", values: "1+1x9"}
                    - {series: "load,host=b,rack=1", values: "10x9"}
                  expect:
                    - lines: |
                        0 load_2s,rack=1 value_sum=23.0,sources=2i,held=0i,samples=4i
                        2 load_2s,rack=1 value_sum=27.0,sources=2i,held=0i,samples=4i
                        4 load_2s,rack=1 value_sum=31.0,sources=2i,held=0i,samples=4i
                        6 load_2s,rack=1 value_sum=35.0,sources=2i,held=0i,samples=4i
                        8 load_2s,rack=1 value_sum=39.0,sources=2i,held=0i,samples=4i
                        10 load_2s,rack=1 sources=0i,held=0i,samples=0i
                """;
        assertPassed(test.replaceFirst(".*restart-at.*\n", ""));
        assertPassed(test.formatted("[1s, 1500ms, 2s, 2001ms, 5s, 9s, 11s]"));
    }

    /**
     * Its window closes by the time of the farm, which is then the latest timestamp of any line.
     */
    @Test
    void groupsHaveClosedThatWereStampedAheadOfTime() throws IOException {
        assertPassed("""
                - name: seven seconds ahead
                  lines: 8@1 load,host=a,rack=1 value=7
                  expect: [{series: "load_2s,rack=1", time: 8s, fields: {value_sum: 7}}]
                """);
    }

    @Test
    void failuresShowTheActualOutput() throws IOException {
        String told = rules.run("""
                - name: wrong mean
                  input: [{series: "cpu,host=a", values: "1 2"}]
                  expect:
                    - {at: 9s, series: "cpu_1s,host=a", time: 1s, fields: {value_mean: 3, value_count: 1}}
                    - {absent: "cpu_1s,host=a"}
                - name: right mean
                  input: [{series: "cpu,host=a", values: "1 2"}]
                  expect: [{series: "cpu_1s,host=a", fields: {value_mean: 2}}]
                - name: too early, another series, another feed
                  input: [{series: "cpu,host=a", values: "1"}, {series: "cpu,host=b", field: x, values: "1"}]
                  expect:
                    - {at: 2s, series: "cpu_1s,host=a"}
                    - {series: "cpu_1s,host=b", fields: {value_mean: 1}}
                    - {series: "disk", fields: {free: 1}}
                    - lines: |
                        0 cpu,host=b x=2
                        0 cpu_1s,host=a value_mean=1.0,value_count=1i
                - name: no alarm
                  input: [{series: "temp,host=a", field: c, values: "85x3"}]
                  expect: [{alarms: [{id: hot/b, to: normal, time: 3s}]}]
                """);

        assertThat(told).isEqualTo("""
                FAILED wrong mean (tests.yaml:3)
                  tests.yaml:6: storage by 9s
                    expected 1 cpu_1s,host=a value_count=1,value_mean=3
                    nearest  1 cpu_1s,host=a value_mean=2.0,value_count=1i (written at 4s)
                  tests.yaml:7: storage
                    expected no cpu_1s,host=a
                    actual   0 cpu_1s,host=a value_mean=1.0,value_count=1i (written at 3s)
                FAILED too early, another series, another feed (tests.yaml:11)
                  tests.yaml:14: storage by 2s
                    expected cpu_1s,host=a
                    nearest  0 cpu_1s,host=a value_mean=1.0,value_count=1i (written at 3s)
                  tests.yaml:15: storage
                    expected cpu_1s,host=b value_mean=1
                    nearest  0 cpu_1s,host=a value_mean=1.0,value_count=1i (written at 3s)
                  tests.yaml:16: storage
                    expected disk free=1
                    nearest  0 cpu_1s,host=a value_mean=1.0,value_count=1i (written at 3s)
                  tests.yaml:17: storage
                    expected (-) and actual (+):
                    - 0 cpu,host=b x=2
                    + 0 cpu,host=b x=1
                      0 cpu_1s,host=a value_mean=1.0,value_count=1i
                FAILED no alarm (tests.yaml:20)
                  tests.yaml:22: alarms
                    expected hot/a: no transition
                    actual   hot/a: normal > unacknowledged minor value=85.0 at 2s (written at 2s)
                    expected hot/b: normal at 3s
                    actual   hot/b: no transition
                3 of 4 tests failed
                """);
    }

    /**
     * Informative only: prints the duration. The limit of 5 s on an idle machine cannot be asserted
     * on a busy one.
     */
    @Test
    void aHundredTestsRun() throws IOException {
        StringBuilder tests = new StringBuilder();
        for (int i = 0; i < 100; i++) {
            tests.append("""
                    - name: case %d
                      %s
                      input:
                        - {series: "cpu,host=a", values: "0+%dx60"}
                        - {series: "temp,host=a", field: c, values: "%dx60"}
                      expect:
                        - {series: "cpu_1s,host=a", time: 10s, fields: {value_mean: %d}}
                        - alarms: %s
                    """.formatted(
                            i,
                            i % 4 == 0 ? "restart-at: 30s" : "interval: 1s",
                            i,
                            i,
                            i * 10,
                            i > 90 ? "[{id: hot/a, to: unacknowledged}]" : "[]"));
        }
        long startNanos = System.nanoTime();

        String told = rules.run(tests.toString());

        System.out.println("100 rule tests in "
                + Duration.ofNanos(System.nanoTime() - startNanos).toMillis() + " ms");
        assertThat(told.lines().filter(line -> line.startsWith("FAILED"))).hasSize(10);
        assertThat(told).endsWith("10 of 100 tests failed\n");
    }

    private void assertPassed(String tests) throws IOException {
        assertThat(rules.run(tests)).matches("[1-9][0-9]* tests? passed\n");
    }
}
