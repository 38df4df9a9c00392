package io.weir.gateway.intake;

import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Hands on what an intake has gathered when it has waited for more long enough. On the intake's event loop only. */
@SuppressWarnings("FutureReturnValueIgnored") // The timer throws nothing, and ends with its event loop.
public final class Linger {
    private final LineIntake intake;
    private final ScheduledExecutorService loop;
    private final long nanos;
    private boolean isDue;

    /** {@code loop} runs on the thread that the intake belongs to. */
    public Linger(LineIntake intake, ScheduledExecutorService loop, long nanos) {
        this.intake = intake;
        this.loop = loop;
        this.nanos = nanos;
    }

    /** To be called when nothing more comes for the moment. */
    public void begin() {
        if (!isDue && intake.hasGathered()) {
            isDue = true;
            loop.schedule(this::end, nanos, TimeUnit.NANOSECONDS);
        }
    }

    /** Hands on now. */
    public void end() {
        isDue = false;
        intake.flush();
    }
}
