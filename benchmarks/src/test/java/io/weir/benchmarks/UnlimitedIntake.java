package io.weir.benchmarks;

import io.weir.gateway.intake.IntakeSettings;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.SharedParts;
import io.weir.gateway.intake.batch.PublishQueue;
import io.weir.gateway.intake.count.InputCounts;
import io.weir.gateway.intake.stamp.StampClock;
import io.weir.gateway.intake.stamp.StampLimits;
import java.util.List;

/** The intake of benchmarks: eight partitions, room for all series, and no limits of timestamps. */
final class UnlimitedIntake {
    private UnlimitedIntake() {}

    static LineIntake of(PublishQueue queue, InputCounts counts) {
        return new LineIntake(
                new IntakeSettings(
                        8,
                        128 << 10,
                        1_000_000,
                        1 << 28,
                        10,
                        new StampLimits(StampLimits.NONE, StampLimits.NONE),
                        List.of()),
                new SharedParts(queue, new StampClock()),
                counts);
    }
}
