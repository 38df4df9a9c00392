package io.weir.gateway.publish;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SpoolStateTest {
    private static final long MIB = 1 << 20;

    @Test
    void reportsTheBacklogAndTheRoomLeft() {
        assertThat(text(false, 90 * MIB, 4_000 * MIB, MIB))
                .isEqualTo("Kafka is away: 90 MiB in the spool, room for about 66 minutes");
        assertThat(text(false, 812 * MIB, 3_284 * MIB, MIB))
                .as("in docs/deployment.md")
                .isEqualTo("Kafka is away: 812 MiB in the spool, room for about 54 minutes");
        assertThat(text(true, 90 * MIB, 4_000 * MIB, MIB / 10.0))
                .isEqualTo("Kafka is slow: 90 MiB in the spool, room for about 11 hours");
        assertThat(text(false, 1, 4_000 * MIB, 4_000 * MIB))
                .isEqualTo("Kafka is away: 1 MiB in the spool, room for less than a minute");
        assertThat(text(false, 1, 4_000 * MIB, 2 * 1024))
                .isEqualTo("Kafka is away: 1 MiB in the spool, room for about 23 days");
        assertThat(text(false, MIB, 4_000 * MIB, 0)).isEqualTo("Kafka is away: 1 MiB in the spool");
    }

    @Test
    void reportsTheTimeToCatchUp() {
        assertThat(text(true, 600 * MIB, 4_000 * MIB, -MIB))
                .isEqualTo("catches up with Kafka: 600 MiB in the spool, about 10 minutes to go");
    }

    @Test
    void reportsDroppedLines() {
        assertThat(text(false, 4_096 * MIB, 0, 0))
                .isEqualTo("Kafka is away: 4096 MiB in the spool, which is full: lines are dropped");
    }

    @Test
    void reportsKafkasRefusals() {
        SpoolState.Way refused = new SpoolState.Way(true, true, false, "refuses metrics.raw: Not authorized", "", "");
        assertThat(text(refused, 3 * MIB, 4_000 * MIB, MIB))
                .as("in docs/deployment.md")
                .isEqualTo("Kafka refuses metrics.raw: Not authorized: 3 MiB in the spool, room for about 66 minutes");
        assertThat(text(new SpoolState.Way(false, true, false, "refuses metrics.raw: Not authorized", "", ""), 0, 0, 0))
                .isEqualTo("Kafka refuses metrics.raw: Not authorized: lines wait in memory");
    }

    @Test
    void reportsTheProducersReason() {
        SpoolState.Way unknown = new SpoolState.Way(true, true, false, "", "Topic metrics.raw not present", "");
        assertThat(text(unknown, MIB, 4_000 * MIB, 0))
                .isEqualTo("Kafka is away: 1 MiB in the spool; the producer reports: Topic metrics.raw not present");
    }

    @Test
    void reportsDiskFailures() {
        SpoolState.Way failing =
                new SpoolState.Way(false, true, false, "", "", "java.io.IOException: Read-only file system");
        assertThat(text(failing, 0, 4_000 * MIB, 0))
                .isEqualTo("Kafka is away: the spool's disk fails (java.io.IOException: Read-only file system), so"
                        + " lines wait in memory");
    }

    private static String text(boolean answers, long waiting, long room, double growth) {
        return text(new SpoolState.Way(true, false, answers, "", "", ""), waiting, room, growth);
    }

    private static String text(SpoolState.Way way, long waiting, long room, double growth) {
        return new SpoolState(way, waiting, room, growth, 0).text();
    }
}
