package io.weir.gateway.intake;

import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Flushes the buffered lines of an intake after the linger time. Use only on the event loop of the
 * intake.
 */
@SuppressWarnings("FutureReturnValueIgnored") // The timer throws nothing, ends with its loop.
public final class Linger {
    private final LineIntake intake;
    private final ScheduledExecutorService loop;
    private final long nanos;
    private boolean isDue;

    /** {@code loop} runs tasks on the thread that owns the intake. */
    public Linger(LineIntake intake, ScheduledExecutorService loop, long nanos) {
        this.intake = intake;
        this.loop = loop;
        this.nanos = nanos;
    }

    /** Starts the timer. Call this when no more input is pending. */
    public void begin() {
        if (!isDue && intake.hasGathered()) {
            isDue = true;
            loop.schedule(this::isOver, nanos, TimeUnit.NANOSECONDS);
        }
    }

    private void isOver() {
        isDue = false;
        intake.flushLines();
    }

    /** Flushes everything now, because nothing follows. */
    public void end() {
        isDue = false;
        intake.flush();
    }
}
