package io.weir.processing;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.topic.Rejection;
import io.weir.contract.topic.Topics;
import java.util.List;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Lines beyond the bounds are refused, whichever client wrote them to {@code metrics.raw}, and
 * affect no other line.
 */
class BoundedLinesTest {

    private static final RuleFile RULES = RuleLoader.parse("rules.yaml", """
            version: 1
            aggregate:
              - {name: cpu-1s, match: {measurement: cpu}, fields: ["*"], functions: [sum], window: 1s}
            """);

    private final TopologyRig rig = new TopologyRig(RULES);

    @AfterEach
    void close() {
        rig.close();
    }

    /** Without bounds, a block of a checkpoint has 1.8 MB. */
    @Test
    void seriesOfFiftySevenKilobytesAreRefused() {
        for (int series = 0; series < 32; series++) {
            String tag = "x".repeat(950);
            StringBuilder tags = new StringBuilder();
            for (int each = 0; each < 60; each++) {
                tags.append(",t%02d=%s".formatted(each, tag));
            }
            rig.batch(10_100, "cpu,n=%d%s value=1 10100000000\n".formatted(series, tags));
        }
        rig.batch(10_200, "cpu,host=small value=2 10200000000\n");
        rig.tick("g", 20_000);

        assertThat(rig.lines(rig.topics.storage())).containsExactly("cpu_1s,host=small value_sum=2.0 10000000000");
        assertThat(rejected()).hasSize(32).containsOnly("series-too-long");
        assertThat(largestSaved()).isLessThan(Topics.MAX_RECORD_BYTES);
    }

    @Test
    void aTagOfSixtyFourThousandControlCharactersIsRefused() {
        rig.batch(10_100, "cpu,host=" + "\u0001".repeat(64_000) + " value=95 10100000000\n");
        assertThat(rejected()).containsExactly("series-too-long");
        rig.batch(10_100, "cpu,host=" + "\u0001".repeat(2_000) + " value=95 10100000000\n");
        assertThat(rejected()).containsExactly("name-too-long");
        rig.batch(10_100, "cpu,host=a\0 value=95 10100000000\n");
        assertThat(rejected()).containsExactly("control-character");
    }

    /** A client that writes to {@code metrics.raw} itself may send any header. */
    @Test
    void aGatewayNameOfSeventyThousandBytesHarmsNoOneElse() {
        String gateway = "g".repeat(70_000);
        rig.batch(gateway, 1, 1, 10_100, "cpu,host=a value=1 10100000000\n");
        rig.tick(gateway, 10_500);
        rig.batch(10_200, "cpu,host=small value=2 10200000000\n");
        // The gateway without a name is silent from now on.
        for (long millis = 11_000; millis < 60_000; millis += 1_000) {
            rig.tick("g", millis);
        }

        assertThat(rig.lines(rig.topics.storage()))
                .containsExactlyInAnyOrder(
                        "cpu_1s,host=a value_sum=1.0 10000000000", "cpu_1s,host=small value_sum=2.0 10000000000");
        assertThat(largestSaved()).isLessThan(Topics.MAX_RECORD_BYTES);
    }

    /** The state of one series may have any size: large state has records of its own. */
    @Test
    void stateOfManyFieldsFitsIntoRecords() {
        for (int part = 0; part < 20; part++) {
            StringBuilder line = new StringBuilder("cpu,host=wide ");
            for (int field = 0; field < 200; field++) {
                line.append(field == 0 ? "" : ",")
                        .append("a_rather_long_name_")
                        .append(part * 200 + field)
                        .append("=1");
            }
            rig.batch(10_100, line + " 10100000000\n");
        }
        assertThat(largestSaved()).isLessThan(Topics.MAX_RECORD_BYTES);
        assertThat(rig.output(TopologyRig.CHANGELOG)).isEmpty();
    }

    private List<String> rejected() {
        return rig.output(rig.topics.rejected()).stream()
                .map(record -> Rejection.read(record.headers()).reason())
                .toList();
    }

    private int largestSaved() {
        return rig.output(TopologyRig.CHANGELOG).stream()
                .map(TestRecord::value)
                .mapToInt(value -> value == null ? 0 : value.length)
                .max()
                .orElseThrow();
    }
}
