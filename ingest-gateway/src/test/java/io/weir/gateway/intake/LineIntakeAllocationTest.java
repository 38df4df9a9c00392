package io.weir.gateway.intake;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

class LineIntakeAllocationTest {
    private static final int LINES = 1_000;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final Intake intake = new Intake(4 << 20, 10_000, 10, 1 << 30);

    @Test
    void allocatesNothingForALineWhoseSeriesIsKnown() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < LINES; i++) {
            text.append("cpu,role=r")
                    .append(i)
                    .append(",host=h value=")
                    .append(i)
                    .append(i % 2 == 0 ? " 17\n" : "\n");
        }
        byte[] datagram = text.toString().getBytes(UTF_8);
        for (int i = 0; i < 20; i++) {
            intake.receive(datagram);
        }

        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < 10; i++) {
            intake.receive(datagram);
        }
        long bytes = threads.getCurrentThreadAllocatedBytes() - before;

        assertThat(intake.counts.lines.sum()).isEqualTo(30L * LINES);
        assertThat(intake.handOff.waitingBytes())
                .as("nothing was flushed meanwhile")
                .isZero();
        assertThat(bytes / (10 * LINES))
                .as("bytes per line, of %d in all", bytes)
                .isZero();
    }
}
