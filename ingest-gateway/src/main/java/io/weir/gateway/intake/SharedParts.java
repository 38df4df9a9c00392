package io.weir.gateway.intake;

import io.weir.gateway.intake.batch.PublishQueue;
import io.weir.gateway.intake.stamp.StampClock;
import io.weir.gateway.limit.LimitSettings;
import io.weir.gateway.limit.Limits;

/** Parts that the intakes of all inputs and event loops share. Each is thread-safe. */
public record SharedParts(PublishQueue queue, StampClock stamps, Limits limits) {
    /** Without limits. */
    public SharedParts(PublishQueue queue, StampClock stamps) {
        this(queue, stamps, Limits.of(LimitSettings.NONE, System::nanoTime));
    }
}
