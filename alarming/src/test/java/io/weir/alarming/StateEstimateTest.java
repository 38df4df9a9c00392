package io.weir.alarming;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares the estimated memory of series, keys and alarms with the heap that they take, in a JVM of its own. */
@Tag("long")
class StateEstimateTest {

    private static final int RECORDS = 25;
    private static final int LINES = 1_000;

    private static final RuleFile RULES = RuleLoader.parse("rules.yaml", """
            version: 1
            alarms:
              - {name: one, match: {measurement: one}, field: c, major: {above: 50, clear: 40}}
              - {name: levels, match: {measurement: many}, field: c, minor: {above: 50}, major: {above: 60}, for: 10s}
              - {name: times, match: {measurement: many}, field: c, major: {above: 0}, times: {n: 40, within: 10m}}
              - {name: flapping, match: {measurement: many}, field: c, major: {flapping: {changes: 40, within: 10m}}}
              - {name: raised, match: {measurement: raised}, field: c, major: {above: 1}}
              - {name: text, match: {measurement: text}, field: c, minor: {not-equals: [a]}, major: {not-equals: [b]}, for: 1h}
              - {name: silent, match: {measurement: key}, absent: 30s, by: [host]}
            """);

    /** The kinds of series. */
    private enum Shape {
        ONE(1),
        MANY(30),
        KEY(1),
        RAISED(2),
        TEXT(1),
        UNWATCHED(1);

        private final int values;

        Shape(int values) {
            this.values = values;
        }
    }

    @ParameterizedTest
    @EnumSource
    void theEstimateIsNearTheHeap(Shape shape) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx1g",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        StateEstimateTest.class.getName(),
                        shape.name())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String out = new String(process.getInputStream().readAllBytes(), UTF_8);
        String[] bytes = out.substring(out.indexOf("heap ")).strip().split(" ");
        double ratio = Double.parseDouble(bytes[1]) / Double.parseDouble(bytes[3]);
        System.out.printf("StateEstimateTest: %s, heap is %.0f %% of the estimate%n", shape, 100 * ratio);
        // Heap beyond the estimate is beyond the budget.
        assertThat(ratio).as(out).isBetween(0.3, 1.1);
    }

    /** Prints the measured and the estimated bytes of a shape. */
    public static void main(String[] shape) throws InterruptedException {
        Shape of = Shape.valueOf(shape[0]);
        try (TopologyRig rig = new TopologyRig(RULES)) {
            long before = 0;
            long estimatedBefore = 0;
            for (int record = 0; record < RECORDS; record++) {
                if (record == RECORDS / 5) {
                    before = used();
                    estimatedBefore = estimated(rig);
                }
                for (int value = 0; value < of.values; value++) {
                    rig.batch(1_000 + value, lines(of, record, value));
                    rig.forgetOutput();
                }
            }
            System.out.println("heap " + (used() - before) + " estimate " + (estimated(rig) - estimatedBefore));
        }
    }

    private static long estimated(TopologyRig rig) {
        return rig.store().workingSet().bytes() + (long) rig.gauge("weir.alarming.alarms.bytes");
    }

    private static String lines(Shape shape, int record, int value) {
        StringBuilder lines = new StringBuilder();
        for (int line = 0; line < LINES; line++) {
            int host = record * LINES + line;
            // Each value counts for the rules with a number of times, and raises none of their alarms.
            String of = shape == Shape.TEXT ? "\"" + "x".repeat(1_024) + "\"" : Integer.toString(1 + value % 2);
            lines.append("%s,host=flp%05d,role=readout,detector=TPC c=%s %d\n"
                    .formatted(shape.name().toLowerCase(Locale.ROOT), host, of, 1_000_000_000L + value));
        }
        return lines.toString();
    }

    private static long used() throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            System.gc();
            Thread.sleep(50);
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
