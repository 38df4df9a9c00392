package io.weir.gateway.intake;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.match.Glob;
import io.weir.gateway.intake.batch.PublishQueue;
import io.weir.gateway.intake.count.InputCounts;
import io.weir.gateway.intake.partial.SourceAggregation;
import io.weir.gateway.intake.stamp.StampClock;
import io.weir.gateway.intake.stamp.StampLimits;
import io.weir.gateway.intake.stamp.StampUnit;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Groups of series take memory from the cache of series only where an intake aggregates. */
class KnownSeriesShareTest {
    private static final int KNOWN_BYTES = 4 << 20;
    private static final int SERIES_BYTES = 500;
    private static final SourceAggregation PROC =
            new SourceAggregation(new Glob("proc"), List.of("host"), List.of("cpu"));

    @Test
    void anIntakeThatNeverAggregatesHasAllOfTheCache() {
        int all = known(List.of(), intake -> intake);
        assertThat(all).isBetween(KNOWN_BYTES / SERIES_BYTES / 2, KNOWN_BYTES / SERIES_BYTES);
        assertThat(known(List.of(PROC), LineIntake::withReceipts)).isEqualTo(all);
        assertThat(known(List.of(PROC), KnownSeriesShareTest::withOrigins)).isEqualTo(all);
        assertThat(known(List.of(PROC), intake -> intake.withRedelivery(new StampClock())))
                .isEqualTo(all);
    }

    @Test
    void anIntakeThatAggregatesKeepsHalfForGroups() {
        int all = known(List.of(), intake -> intake);
        assertThat(known(List.of(PROC), intake -> intake)).isBetween(all / 3, all / 2 + 1);
    }

    private static LineIntake withOrigins(LineIntake intake) {
        intake.withOrigins().record("log", 0);
        return intake;
    }

    /** Number of cached series, after more lines than there is memory for. */
    private static int known(List<SourceAggregation> aggregations, UnaryOperator<LineIntake> kind) {
        IntakeSettings settings = new IntakeSettings(
                1,
                128 << 10,
                1_000_000,
                KNOWN_BYTES,
                10,
                new StampLimits(StampLimits.NONE, StampLimits.NONE),
                aggregations);
        LineIntake intake = kind.apply(new LineIntake(
                settings, new SharedParts(new PublishQueue(1 << 30), new StampClock()), new InputCounts("udp")));
        for (int i = 0; i < 2 * KNOWN_BYTES / SERIES_BYTES; i++) {
            String tag = "%08d".formatted(i) + "x".repeat(SERIES_BYTES - "mem,tag=".length() - 8);
            byte[] line = ("mem,tag=" + tag + " value=1").getBytes(UTF_8);
            intake.lines(line, 0, line.length, StampUnit.NS, Intake.SOURCE, Intake.NOW_NANOS, RefusalListener.NONE);
        }
        return intake.knownSeries();
    }
}
