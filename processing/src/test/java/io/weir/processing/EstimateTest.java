package io.weir.processing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.FarmState;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares the memory account with the heap that state takes, in a JVM of its own. */
@Tag("long")
class EstimateTest {

    private static final long START = 1_700_000_000;

    private static final RuleFile RULES = RuleLoader.parse("rules.yaml", """
            version: 1
            derive:
              - {name: rate, match: {measurement: every}, field: "*", function: rate}
              - {name: trend, match: {measurement: slow}, field: "*", function: trend, over: 1h}
            aggregate:
              - {name: mean, match: {measurement: "*e*"}, fields: ["*"], functions: [mean], window: 1s, grace: 10m}
              - {name: p90, match: {measurement: sketched}, fields: ["*"], functions: [p90, max], window: 10s}
              - {name: distinct, match: {measurement: distinct}, fields: ["*"], functions: [distinct], window: 10s, repeats: count}
              - {name: run, match: {measurement: run}, fields: ["*"], functions: [sum, increase], window: {state: run}}
              - {name: sums, match: {measurement: group}, by: [role], fields: [f0, f1], functions: [sum], window: 1s, grace: 10m}
              - {name: waits, match: {measurement: wait}, by: [role], exponential: s, functions: [p50], window: 1s, grace: 10m}
            suppress:
              - {name: same, match: {measurement: every}, field: "*", mode: change, heartbeat: 1h}
              - {name: link, match: {measurement: link}, field: "*", mode: change, on: [storage, live]}
              - {name: burst, match: {measurement: burst}, field: "*", mode: at-most, every: 1h}
            """);

    /** The largest part of the state. */
    private enum Shape {
        SERIES(100),
        FIELDS_OF_ALL(50),
        FIELDS_OF_ONE(30),
        WINDOWS(33),
        CONTRIBUTIONS(33),
        HISTOGRAMS(33),
        STATES(50),
        SKETCHES(50),
        WIDE_SKETCHES(15),
        FEW_DISTINCT(50),
        MANY_DISTINCT(50),
        EVERY_RULE(60),
        TEXTS(50),
        TEXTS_HELD_BACK(50),
        STRETCHES(50),
        TRENDS(30);

        private final int records;

        Shape(int records) {
            this.records = records;
        }

        String record(int number) {
            return switch (this) {
                case SERIES -> lines(number, 200, "one", 1, 0);
                case FIELDS_OF_ALL -> lines(number, 200, "one", 20, 0);
                case FIELDS_OF_ONE -> fieldsOfOne(number, 2_000);
                case WINDOWS -> lines(0, 10_000, "one", 2, number);
                case CONTRIBUTIONS -> lines(0, 10_000, "group", 2, number);
                case HISTOGRAMS -> histograms(number, 3_000);
                case STATES -> lines(number, 200, "run", 2, 0);
                case SKETCHES -> lines(number, 100, "sketched", 3, 0);
                case WIDE_SKETCHES -> wide(number, 30);
                case FEW_DISTINCT -> distinct(number, 20, 200);
                case MANY_DISTINCT -> distinct(number, 20, 300);
                case EVERY_RULE -> lines(number, 200, "every", 3, 0);
                case TEXTS -> texts("link", number, 10);
                case TEXTS_HELD_BACK -> texts("burst", number, 10);
                case STRETCHES -> stretches(number, 100);
                case TRENDS -> lines(number, 20, "slow", 20, 0);
            };
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"SERIES", "FIELDS_OF_ONE", "WINDOWS", "CONTRIBUTIONS", "EVERY_RULE"})
    void theEstimateIsNearTheHeap(Shape shape) throws Exception {
        compare(shape);
    }

    @Tag("long")
    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"SERIES", "FIELDS_OF_ONE", "WINDOWS", "CONTRIBUTIONS", "EVERY_RULE"})
    void theEstimateOfRarerStateIsNearTheHeap(Shape shape) throws Exception {
        compare(shape);
    }

    private static void compare(Shape shape) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx1g",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        EstimateTest.class.getName(),
                        shape.name())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String out = new String(process.getInputStream().readAllBytes(), UTF_8);
        String[] bytes = out.substring(out.indexOf("heap ")).strip().split(" ");
        double ratio = Double.parseDouble(bytes[1]) / Double.parseDouble(bytes[3]);
        System.out.printf("EstimateTest: %s, heap is %.0f %% of the estimate%n", shape, 100 * ratio);
        // Reserved space counts completely, used or not. Heap beyond the estimate is beyond the
        // budget.
        assertThat(ratio).as(out).isBetween(0.2, 1.1);
    }

    /** Prints the measured and the estimated bytes of a shape. */
    public static void main(String[] shape) throws InterruptedException {
        Shape of = Shape.valueOf(shape[0]);
        try (TopologyRig rig = new TopologyRig(RULES)) {
            rig.state(START, new FarmState(0, new TreeMap<>(Map.of("run", "7"))));
            long before = 0;
            long estimatedBefore = 0;
            for (int number = 0; number < of.records; number++) {
                if (number == of.records / 5) {
                    before = used();
                    estimatedBefore = estimated(rig);
                }
                rig.batch((START + 10_000) * 1_000, of.record(number));
                take(rig);
            }
            System.out.println("heap " + (used() - before) + " estimate " + (estimated(rig) - estimatedBefore));
        }
    }

    private static long estimated(TopologyRig rig) {
        return rig.store().workingSet().account().bytes();
    }

    private static long used() throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            System.gc();
            Thread.sleep(50);
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private static void take(TopologyRig rig) {
        rig.output(TopologyRig.CHANGELOG);
        rig.output(rig.topics.live());
        rig.output(rig.topics.storage());
    }

    private static String lines(int group, int series, String measurement, int fields, int second) {
        StringBuilder lines = new StringBuilder();
        for (int id = 0; id < series; id++) {
            lines.append(measurement).append(",host=h%05d,role=flp f0=1".formatted(group * series + id));
            for (int field = 1; field < fields; field++) {
                lines.append(",f").append(field).append('=').append(field);
            }
            lines.append(' ').append((START + second) * 1_000_000_000).append('\n');
        }
        return lines.toString();
    }

    /** Values of all magnitudes and both signs, one more than a window has points. */
    private static String wide(int group, int series) {
        StringBuilder lines = new StringBuilder();
        String[] values = {"1e-9", "1e9", "-1e-9", "-1e9"};
        for (int id = 0; id < series; id++) {
            for (int i = 0; i < 257; i++) {
                lines.append("sketched,host=h%05d f0=%s %d\n"
                        .formatted(group * series + id, values[i % values.length], START * 1_000_000_000 + i));
            }
        }
        return lines.toString();
    }

    /** Different texts in two windows of each series. */
    private static String histograms(int second, int series) {
        StringBuilder lines = new StringBuilder();
        for (int id = 0; id < series; id++) {
            lines.append("wait,host=h%05d,role=r scale=3i,zero_count=1i,positive_offset=-9i,positive=\"[%d"
                    .formatted(id, second));
            for (int bucket = 0; bucket < 40; bucket++) {
                lines.append(',').append(second + bucket);
            }
            lines.append("]\" ").append(START + second).append("000000000\n");
        }
        return lines.toString();
    }

    private static String distinct(int group, int series, int values) {
        StringBuilder lines = new StringBuilder();
        for (int id = group * series; id < (group + 1) * series; id++) {
            for (int value = 0; value < values * 2; value++) {
                long second = START + value % 2 * 10L;
                lines.append("distinct,host=h%05d user=\"u%d\" %d\n".formatted(id, value, second * 1_000_000_000));
            }
        }
        return lines.toString();
    }

    /** One text and then a longer one for each series. */
    private static String texts(String measurement, int group, int series) {
        StringBuilder lines = new StringBuilder();
        for (int id = group * series; id < (group + 1) * series; id++) {
            lines.append("%s,port=%d status=\"up\" %d\n".formatted(measurement, id, START * 1_000_000_000));
            lines.append("%s,port=%d status=\"%s\" %d\n"
                    .formatted(measurement, id, "x".repeat(60_000), (START + 1) * 1_000_000_000));
        }
        return lines.toString();
    }

    /** Each value is repeated, and then another one follows. */
    private static String stretches(int group, int series) {
        StringBuilder lines = new StringBuilder();
        for (int id = group * series; id < (group + 1) * series; id++) {
            for (int second = 0; second < 12; second++) {
                lines.append("link,port=%d f0=%d,f1=%d,f2=%d %d\n"
                        .formatted(id, second / 3, second / 3, second / 3, (START + second) * 1_000_000_000));
            }
        }
        return lines.toString();
    }

    private static String fieldsOfOne(int series, int fields) {
        StringBuilder line = new StringBuilder("one,host=h" + series + " ");
        for (int field = 0; field < fields; field++) {
            line.append(field == 0 ? "" : ",").append("name%07d=1".formatted(series * fields + field));
        }
        return line + " " + START * 1_000_000_000;
    }
}
