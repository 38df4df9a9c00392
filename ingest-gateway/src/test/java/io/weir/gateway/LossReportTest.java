package io.weir.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.intake.count.InputCounts;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LossReportTest {
    private final InputCounts counts = new InputCounts("udp");
    private final AtomicLong kernelDrops = new AtomicLong();
    private final LossReport report = new LossReport(counts, kernelDrops::get);

    @Test
    void isEmptyWithoutLosses() {
        counts.lines.add(100);
        assertThat(report.next()).isEmpty();
    }

    @Test
    void reportsOnlyNewLosses() {
        counts.rejected.add("not-utf8", 3);
        counts.dropped.add("broker-slow", 10);
        assertThat(report.next()).hasValue("lines rejected {not-utf8=3}; lines dropped {broker-slow=10}");
        counts.dropped.add("broker-slow", 5);
        assertThat(report.next()).hasValue("lines dropped {broker-slow=5}");
        assertThat(report.next()).isEmpty();
    }

    @Test
    void reportsNumbersMissingInSequences() {
        counts.missing.add(7);
        assertThat(report.next().orElse("")).contains("sequences").endsWith(" 7");
        counts.missing.add(-2);
        assertThat(report.next()).isEmpty();
    }

    @Test
    void reportsDatagramsDroppedByTheKernel() {
        kernelDrops.set(5);
        assertThat(report.next().orElse("")).contains("kernel").endsWith(" 5");
        assertThat(report.next()).isEmpty();
    }
}
