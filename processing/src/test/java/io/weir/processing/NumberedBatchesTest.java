package io.weir.processing;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.topic.BatchHeaders;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A batch that a gateway repeats changes nothing, and a batch that never arrives is counted. */
class NumberedBatchesTest {

    private static final RuleFile RULES = RuleLoader.parse("rules.yaml", """
            version: 1
            aggregate:
              - {name: cpu-1s, match: {measurement: cpu}, fields: [value], functions: [sum, count], window: 1s, keep-raw: true}
            """);

    private static final long FIRST_RUN = 11;
    private static final long SECOND_RUN = -12;

    private final TopologyRig rig = new TopologyRig(RULES);

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void aDuplicateBatchChangesNothing() {
        rig.batch("g", FIRST_RUN, 0, 10_100, "cpu value=1 10100000000\n");
        rig.batch("g", FIRST_RUN, 0, 10_100, "cpu value=1 10100000000\n");
        rig.batch("g", FIRST_RUN, 1, 10_200, "cpu value=2 10200000000\n");
        rig.tick("g", FIRST_RUN, 2, 15_000);

        assertThat(rig.lines(rig.topics.storage()))
                .containsExactly(
                        "cpu value=1 10100000000",
                        "cpu value=2 10200000000",
                        "cpu_1s value_sum=3.0,value_count=2i 10000000000");
        assertThat(rig.count("weir.processing.batches.duplicate")).isEqualTo(1);
        assertThat(rig.count("weir.processing.batches.missing")).isZero();
    }

    /**
     * A gateway was killed. Its next run sends the spool under the old epoch, after batches of its
     * own.
     */
    @Test
    void theSpoolOfAnEarlierRunCountsOnce() {
        rig.batch("g", FIRST_RUN, 0, 10_100, "cpu value=1 10100000000\n");
        rig.batch("g", FIRST_RUN, 1, 10_200, "cpu value=2 10200000000\n");
        rig.batch("g", SECOND_RUN, 0, 10_400, "cpu value=4 10400000000\n");
        rig.batch("g", FIRST_RUN, 1, 10_200, "cpu value=2 10200000000\n");
        rig.batch("g", FIRST_RUN, 2, 10_300, "cpu value=3 10300000000\n");
        rig.tick("g", SECOND_RUN, 1, 15_000);

        assertThat(rig.lines(rig.topics.storage())).contains("cpu_1s value_sum=10.0,value_count=4i 10000000000");
        assertThat(rig.count("weir.processing.batches.duplicate")).isEqualTo(1);
    }

    /**
     * Kafka refused the batch as too large. After a kill, the gateway's next run splits it at
     * another place.
     */
    @Test
    void theLinesOfABatchInPartsCountOnce() {
        rig.part("g", FIRST_RUN, 0, BatchHeaders.part(0, 4), lines(1));
        rig.part("g", FIRST_RUN, 0, BatchHeaders.part(1, 4), lines(2));
        rig.part("g", FIRST_RUN, 0, BatchHeaders.part(0, 4), lines(1, 2, 3));
        rig.part("g", FIRST_RUN, 0, BatchHeaders.part(3, 4), lines(4));
        rig.part("g", FIRST_RUN, 0, BatchHeaders.part(0, 4), lines(1, 2));
        rig.batch("g", FIRST_RUN, 1, 10_200, lines(5));
        rig.tick("g", FIRST_RUN, 2, 15_000);

        assertThat(rig.lines(rig.topics.storage())).contains("cpu_1s value_sum=15.0,value_count=5i 10000000000");
        assertThat(rig.count("weir.processing.batches.missing")).isZero();
    }

    /**
     * A gateway stops before it commits an offset. Another one reads the records again, in other
     * batches.
     */
    @Test
    void linesThatAreReadAgainFromALogCountOnce() {
        rig.read("g", FIRST_RUN, 0, "topic/0", "7,1*2", lines(1, 2, 3));
        rig.read("g", FIRST_RUN, 0, "topic/0", "7,1*2", lines(1, 2, 3));
        rig.read("h", SECOND_RUN, 0, "topic/0", "8*2,4", lines(2, 3, 4));
        rig.read("h", SECOND_RUN, 1, "topic/1", "7", lines(5));
        rig.tick("g", FIRST_RUN, 1, 15_000);
        rig.tick("h", SECOND_RUN, 2, 15_000);

        assertThat(rig.lines(rig.topics.storage())).contains("cpu_1s value_sum=15.0,value_count=5i 10000000000");
        assertThat(rig.count("weir.processing.batches.duplicate")).isEqualTo(2);
    }

    private static String lines(int... values) {
        return Arrays.stream(values)
                .mapToObj("cpu value=%1$d 10%1$d00000000%n"::formatted)
                .collect(Collectors.joining());
    }

    @Test
    void aBatchThatNeverArrivesIsCounted() {
        rig.batch("g", FIRST_RUN, 0, 10_100, "cpu value=1 10100000000\n");
        rig.batch("g", FIRST_RUN, 3, 10_200, "cpu value=2 10200000000\n");
        assertThat(rig.count("weir.processing.batches.missing")).isZero();
        rig.tick("g", FIRST_RUN, 5, 10_500);
        assertThat(rig.count("weir.processing.batches.missing")).isEqualTo(3);
    }

    @Test
    void batchesWithoutANumberAreAllAccepted() {
        rig.batch(10_100, "cpu value=1 10100000000\n");
        rig.batch(10_100, "cpu value=1 10100000000\n");
        assertThat(rig.lines(rig.topics.storage())).hasSize(2);
    }

    /**
     * The clock of the only gateway is a year ahead for two minutes. Only the windows of that time
     * are wrong.
     */
    @Test
    void windowsAreCorrectAgainAfterAWrongClock() {
        long year = 365 * 86_400_000L;
        long second = 1_000;
        long number = 0;
        for (long millis = 0; millis < 30 * second; millis += second) {
            number = both(millis, millis, number);
        }
        for (long millis = 30 * second; millis < 150 * second; millis += second) {
            number = both(year + millis, millis, number);
        }
        for (long millis = 150 * second; millis < 300 * second; millis += second) {
            number = both(millis, millis, number);
        }
        List<String> lines = rig.lines(rig.topics.storage());
        for (long start = 212; start < 295; start++) {
            assertThat(lines).contains("cpu_1s,host=silent value_sum=2.0,value_count=2i " + start + "000000000");
        }
        assertThat(rig.count("weir.processing.time.jumps")).as("back").isEqualTo(1);
    }

    /** The loops of a gateway overtake each other. */
    @Test
    void theFirstBatchMayArriveSecond() {
        rig.batch("g", FIRST_RUN, 1, 10_200, "cpu value=2 10200000000\n");
        rig.batch("g", FIRST_RUN, 0, 10_100, "cpu value=1 10100000000\n");
        rig.batch("g", FIRST_RUN, 0, 10_100, "cpu value=1 10100000000\n");
        rig.tick("g", FIRST_RUN, 2, 15_000);

        assertThat(rig.lines(rig.topics.storage())).contains("cpu_1s value_sum=3.0,value_count=2i 10000000000");
        assertThat(rig.count("weir.processing.batches.duplicate")).isEqualTo(1);
        assertThat(rig.count("weir.processing.batches.missing")).isZero();
    }

    /**
     * Sends a pair of values of a series that is then silent, so that only log time closes its
     * windows, and a tick.
     */
    private long both(long gatewayMillis, long millis, long number) {
        String lines = "cpu,host=silent value=1 %d\ncpu,host=silent value=1 %d\n"
                .formatted(millis * 1_000_000, (millis + 1) * 1_000_000);
        rig.batch("g", FIRST_RUN, number, gatewayMillis, lines);
        rig.tick("g", FIRST_RUN, number + 1, gatewayMillis);
        return number + 1;
    }
}
