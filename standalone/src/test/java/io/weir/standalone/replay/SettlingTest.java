package io.weir.standalone.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * At the end, everything that waits for time to pass has been written; more time brings no further
 * output.
 */
class SettlingTest {
    private static final Duration MUCH_LATER = Duration.ofHours(2);

    private static final String CPU = """
            cpu,host=a,rack=1 v=1 1000000000
            cpu,host=b,rack=1 v=3 1500000000
            cpu,host=c,rack=1 v=8 1600000000
            cpu,host=a,rack=1 v=2 1700000000
            """;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    1s | 2s
                    10s | 5m
                    1h | 3h
                    """)
    void windowsOfEveryKindAreClosed(String window, String grace) throws IOException {
        String out = settled(Output.STORAGE, """
                aggregate:
                  - {name: series, match: {measurement: cpu}, fields: [v], functions: [sum], window: W, grace: G, as: alone}
                  - {name: group, match: {measurement: cpu}, fields: [v], functions: [sum], window: W, grace: G, by: [rack], as: all}
                correlate:
                  - {name: pair, window: W, grace: G, by: [rack], as: both, fields: {most: hi},
                     let: {hi: {measurement: cpu, field: v, function: max}}}
                peers:
                  - {name: odd, match: {measurement: cpu}, window: W, grace: G, by: [rack], field: v, as: odd}
                """.replace("W", window).replace("G", grace));

        assertThat(count(out, "alone,")).isEqualTo(3);
        assertThat(count(out, "all,rack=1 v_sum=12.5,sources=3i,held=0i,samples=4i "))
                .isEqualTo(1);
        assertThat(count(out, "both,rack=1 most=8.0,sources=3i,held=0i,samples=4i "))
                .isEqualTo(1);
        assertThat(count(out, "odd,")).isEqualTo(3);
    }

    @Test
    void tiersOfProcessingAreComputed() throws IOException {
        String out = settled(Output.STORAGE, """
                storage:
                  by: processing
                  tiers: [{name: raw, keep: 7d}, {name: m5, every: 5m, keep: 30d}]
                """);

        assertThat(count(out, "cpu_m5,host=a,rack=1 v_mean=1.5,v_min=1.0,v_max=2.0,v_count=2i 0"))
                .isEqualTo(1);
        assertThat(count(out, "cpu_m5,")).isEqualTo(3);
    }

    /** The value of 1.7 s comes again, late. */
    @Test
    void resultsAreRevised() throws IOException {
        String rules = """
                aggregate:
                  - {name: series, match: {measurement: cpu}, fields: [v], functions: [sum], window: 1s, grace: 0s, as: alone, late: revise, for: 5m}
                  - {name: group, match: {measurement: cpu}, fields: [v], functions: [sum], of: sum, window: 1s, grace: 0s, by: [rack], as: all, late: revise, for: 5m}
                """;
        String out = settled(
                Output.STORAGE, rules, CPU + "cpu,host=a,rack=1 v=1 9000000000\ncpu,host=a,rack=1 v=20 1800000000\n");

        assertThat(count(out, "alone,host=a,rack=1 v_sum=23.0,revision=1i 1000000000"))
                .isEqualTo(1);
        assertThat(count(out, "all,rack=1 v_sum=34.0,sources=3i,held=0i,samples=5i,revision=1i 1000000000"))
                .isEqualTo(1);
    }

    /** Each rule waits for the results of the one before it. */
    @Test
    void windowsOfAChainAreClosed() throws IOException {
        StringBuilder rules = new StringBuilder("aggregate:\n");
        String measurement = "cpu";
        String field = "v";
        for (int level = 1; level <= 8; level++) {
            String by = level % 3 == 0 ? "" : "by: [rack], of: sum, hold: 0s, ";
            rules.append(
                    "  - {name: n%d, match: {measurement: %s}, fields: [%s], functions: [max], %swindow: 1s, grace: 3s, as: l%d}\n"
                            .formatted(level, measurement, field, by, level));
            measurement = "l" + level;
            field += "_max";
        }
        String out = settled(Output.STORAGE, rules.toString());

        assertThat(count(out, "l8,rack=1 " + field + "=")).isEqualTo(1);
    }

    @Test
    void valuesHeldBackAreLetGo() throws IOException {
        String raw = settled(Output.STORAGE, """
                suppress:
                  - {name: rare, match: {measurement: cpu}, field: v, mode: at-most, every: 1h}
                """);
        String live = settled(Output.LIVE, """
                route:
                  - {match: {measurement: cpu}, to: [live], live-every: 2m}
                """);

        assertThat(raw).isEqualTo(CPU);
        assertThat(live).isEqualTo(CPU);
    }

    /**
     * The second window closes in a silence in which ticks are already rare, and the wait of the
     * held-back result begins then.
     */
    @Test
    void resultsThatAreHeldBackComeAfterTheirWindows() throws IOException {
        String rules = """
                aggregate:
                  - {name: group, match: {measurement: cpu}, fields: [v], functions: [sum], window: 10s, grace: 9h, by: [rack], hold: 0s, as: all}
                suppress:
                  - {name: rare, match: {measurement: all}, field: v_sum, mode: at-most, every: 5h}
                """;
        String out = settled(Output.STORAGE, rules, CPU + "cpu,host=a,rack=1 v=5 12000000000\n");

        assertThat(count(out, "all,rack=1 v_sum=12.5,sources=3i,held=0i,samples=4i 0"))
                .isEqualTo(1);
        assertThat(count(out, "all,rack=1 v_sum=5.0 10000000000")).isEqualTo(1);
    }

    @Test
    void alarmsOnResultsHaveWaited() throws IOException {
        String out = settled(Output.ALARMS, """
                aggregate:
                  - {name: group, match: {measurement: cpu}, fields: [v], functions: [sum], window: 10m, grace: 10m, by: [rack], as: all}
                alarms:
                  - {name: busy, match: {measurement: all}, field: v_sum, major: {above: 10}, for: 1h}
                """);

        assertThat(count(out, "{\"id\":\"busy/1\"")).isEqualTo(1);
    }

    @Test
    void alarmsOnPeersHaveWaited() throws IOException {
        String out = settled(Output.ALARMS, """
                alarms:
                  - {name: odd, match: {measurement: cpu}, field: v, peers: {by: [rack], window: 30m, grace: 10m}, major: {above: 2}}
                """);

        assertThat(count(out, "{\"id\":\"odd/c/1\"")).isEqualTo(1);
    }

    private static String settled(Output output, String rules) throws IOException {
        return settled(output, rules, CPU);
    }

    private static String settled(Output output, String rules, String lines) throws IOException {
        String whole = "version: 1\n" + rules;
        String out = Played.of(output, whole, lines).out();
        assertThat(out)
                .isEqualTo(Played.of(output, whole, lines, MUCH_LATER).out())
                .isNotEmpty();
        return out;
    }

    private static long count(String out, String beginning) {
        return out.lines().filter(line -> line.startsWith(beginning)).count();
    }
}
