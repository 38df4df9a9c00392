package io.weir.gateway.intake;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.weir.contract.line.LineBounds;
import io.weir.contract.rule.match.Glob;
import io.weir.gateway.intake.partial.SourceAggregation;
import io.weir.gateway.limit.AddressRange;
import io.weir.gateway.limit.LimitSettings;
import io.weir.gateway.limit.Limits;
import io.weir.gateway.limit.LineBudget;
import io.weir.gateway.limit.LineLimits;
import io.weir.gateway.limit.SequenceName;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.api.Test;

class LineIntakeAllocationTest {
    private static final int LINES = 1_000;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @Test
    void allocatesNothingForALineWhoseSeriesIsKnown() {
        receivesWithoutAllocation(new Intake(4 << 20, 10_000, 10, 1 << 30), "");
    }

    @Test
    void allocatesNothingForLimitsAndNumbers() {
        LimitSettings limits = new LimitSettings(
                List.of(AddressRange.parse("10.0.0.0/8"), AddressRange.parse("127.0.0.0/8")),
                1000,
                new LineBudget(1_000_000_000, 1_000_000_000),
                LINES,
                LINES,
                new LineLimits(60_000, 5, 5, new LineBounds(100, 8192, 1024, 10, LineBounds.Refused.NUL)));
        Intake intake = new Intake(4 << 20, 10_000, 10, 1 << 30, Limits.of(limits, System::nanoTime));
        intake.lines.withSequence(new SequenceName("n", true));
        receivesWithoutAllocation(intake, ",n=17");
    }

    @Test
    void allocatesNothingForAValueOfAPartial() {
        SourceAggregation cpu = new SourceAggregation(new Glob("cpu"), List.of("host"), List.of("value"));
        Intake intake = new Intake(List.of(cpu));
        receivesWithoutAllocation(intake, "");
        assertThat(intake.counts.aggregated.sum()).isEqualTo(30L * LINES);
    }

    private void receivesWithoutAllocation(Intake intake, String tag) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < LINES; i++) {
            text.append("cpu,role=r")
                    .append(i)
                    .append(",host=h")
                    .append(tag)
                    .append(" value=")
                    .append(i)
                    .append(i % 2 == 0 ? " 17\n" : "\n");
        }
        byte[] datagram = text.toString().getBytes(UTF_8);
        Gate gate = new Gate(intake.datagrams);
        for (int i = 0; i < 20; i++) {
            gate.datagram(datagram, 0, datagram.length, Intake.SOURCE, Intake.NOW_NANOS);
        }

        // Lets the batches grow to their final size.
        intake.lines.flush();
        intake.queued();
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < 10; i++) {
            gate.datagram(datagram, 0, datagram.length, Intake.SOURCE, Intake.NOW_NANOS);
        }
        long bytes = threads.getCurrentThreadAllocatedBytes() - before;

        assertThat(intake.counts.lines.sum()).isEqualTo(30L * LINES);
        assertThat(intake.counts.rejected.total() + intake.counts.dropped.total())
                .isZero();
        assertThat(intake.queue.waitingBytes())
                .as("nothing was flushed meanwhile")
                .isZero();
        assertThat(bytes / (10 * LINES))
                .as("bytes per line, of %d in all", bytes)
                .isZero();
    }
}
