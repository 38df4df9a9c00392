package io.weir.gateway.intake;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Measures the memory that a mapping allocates for messages that it has seen before. */
public final class MappingAllocation {
    private MappingAllocation() {}

    /**
     * Asserts that a mapping allocates nothing.
     *
     * @param text messages that all become a line
     */
    public static void assertNone(Mapping.Factory factory, byte[] text, int messages) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        Intake intake = new Intake(4 << 20, 10_000, 10, 1 << 30);
        Mapping mapping = factory.to(intake.lines);
        for (int i = 0; i < 20; i++) {
            mapping.messages(text, 0, text.length, Intake.SOURCE, Intake.NOW_NANOS);
        }
        // Lets the batches grow to their final size.
        intake.lines.flush();
        intake.queued();
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < 10; i++) {
            mapping.messages(text, 0, text.length, Intake.SOURCE, Intake.NOW_NANOS);
        }
        long bytes = threads.getCurrentThreadAllocatedBytes() - before;

        assertThat(intake.counts.lines.sum()).isEqualTo(30L * messages);
        assertThat(intake.counts.rejected.total()).isZero();
        assertThat(bytes / (10L * messages))
                .as("bytes per message, of %d in all", bytes)
                .isZero();
    }
}
