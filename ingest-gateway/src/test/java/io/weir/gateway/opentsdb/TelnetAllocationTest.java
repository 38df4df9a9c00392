package io.weir.gateway.opentsdb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.weir.gateway.intake.Intake;
import io.weir.gateway.path.Templates;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TelnetAllocationTest {
    private static final int POINTS = 1_000;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @Test
    void allocatesNothingForAKnownSeries() {
        Intake intake = new Intake(4 << 20, 10_000, 10, 1 << 30);
        TelnetMapping telnet = new TelnetMapping(intake.lines, Templates.of(List.of()), Received.plain());
        byte[] text = IntStream.range(0, POINTS)
                .mapToObj(i -> "put sys.cpu 179000000" + i % 10 + " " + i + " host=h" + i + " cpu=0")
                .collect(Collectors.joining("\n"))
                .getBytes(UTF_8);
        for (int i = 0; i < 20; i++) {
            telnet.messages(text, 0, text.length, Intake.SOURCE, Intake.NOW_NANOS);
        }
        // Lets the batches grow to their final size.
        intake.lines.flush();
        intake.queued();
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < 10; i++) {
            telnet.messages(text, 0, text.length, Intake.SOURCE, Intake.NOW_NANOS);
        }
        long bytes = threads.getCurrentThreadAllocatedBytes() - before;

        assertThat(intake.counts.lines.sum()).isEqualTo(30L * POINTS);
        assertThat(intake.counts.rejected.total()).isZero();
        assertThat(bytes / (10 * POINTS))
                .as("bytes per point, of %d in all", bytes)
                .isZero();
    }
}
