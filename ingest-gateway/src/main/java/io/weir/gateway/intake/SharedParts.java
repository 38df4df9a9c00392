package io.weir.gateway.intake;

import io.weir.gateway.intake.batch.PublishQueue;
import io.weir.gateway.intake.partial.PartialMemory;
import io.weir.gateway.intake.stamp.StampClock;
import io.weir.gateway.limit.LimitSettings;
import io.weir.gateway.limit.Limits;

/** Parts that the intakes of all inputs and event loops share. Each is thread-safe. */
public record SharedParts(PublishQueue queue, StampClock stamps, PartialMemory partials, Limits limits) {
    /** Without limits of senders, and with the default memory for partials. */
    public SharedParts(PublishQueue queue, StampClock stamps) {
        this(
                queue,
                stamps,
                new PartialMemory(PartialMemory.STANDARD_BYTES),
                Limits.of(LimitSettings.NONE, System::nanoTime));
    }

    /** The same with other limits. */
    public SharedParts with(Limits other) {
        return new SharedParts(queue, stamps, partials, other);
    }
}
