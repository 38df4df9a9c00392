package io.weir.contract.service;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the process when the wall clock of its machine is set back, so that a supervisor restarts
 * it. Kafka's clients measure durations by the wall clock and their timers never go back. After a
 * step back by an hour, a consumer sends no heartbeat and Kafka Streams commits nothing for an
 * hour, although both seem to run. A new process has no such timers.
 */
public final class ClockWatch implements AutoCloseable {

    /** A smaller step back is tolerated: it delays the clients for at most this long. */
    static final Duration BOUND = Duration.ofSeconds(10);

    /** The exit code of the process. */
    public static final int EXIT_CODE = 4;

    private static final Logger LOG = LoggerFactory.getLogger(ClockWatch.class);
    private static final long LOOK_EVERY_MILLIS = 1_000;
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long LONGEST_READ_NANOS = 1_000 * NANOS_PER_MILLI;

    private final LongSupplier wallMillis;
    private final LongSupplier nanoTime;
    private final IntConsumer exit;
    private final Counter steps;
    private final Worker worker = new Worker("weir-clock-watch", this::run);
    private long lastOffset;

    /**
     * Watches nothing before {@link #start}.
     *
     * @param wallMillis the wall clock, in milliseconds since the epoch
     * @param nanoTime the monotonic clock
     * @param exit ends the process with a code
     */
    ClockWatch(LongSupplier wallMillis, LongSupplier nanoTime, IntConsumer exit, MeterRegistry meters) {
        this.wallMillis = wallMillis;
        this.nanoTime = nanoTime;
        this.exit = exit;
        this.steps = new MeterSet(meters)
                .counter(
                        "weir.clock.steps",
                        "Steps of the machine's clock by more than 10 s; a step back ends the process");
        this.lastOffset = offset();
    }

    /** Watches the clock of this machine from now on. */
    public static ClockWatch start(MeterRegistry meters) {
        ClockWatch watch = new ClockWatch(System::currentTimeMillis, System::nanoTime, System::exit, meters);
        watch.worker.start();
        return watch;
    }

    private void run() throws InterruptedException {
        worker.every(LOOK_EVERY_MILLIS, this::look);
    }

    /** Compares the wall clock with the monotonic one. */
    void look() {
        long offset = offset();
        Duration step = Duration.ofMillis(offset - lastOffset);
        lastOffset = offset;
        if (step.abs().compareTo(BOUND) <= 0) {
            return;
        }
        steps.increment();
        if (step.isNegative()) {
            LOG.error(
                    "the clock of this machine was set back by {}: Kafka's clients would wait as long, so the process"
                            + " ends with code {} for a restart",
                    step.negated(),
                    EXIT_CODE);
            exit.accept(EXIT_CODE);
        } else {
            LOG.warn("the clock of this machine was set forward by {}, or the machine slept", step);
        }
    }

    /** Reads both clocks again if the process was suspended between them: that would look like a step. */
    private long offset() {
        while (true) {
            long before = nanoTime.getAsLong();
            long millis = wallMillis.getAsLong();
            if (nanoTime.getAsLong() - before <= LONGEST_READ_NANOS) {
                return millis - before / NANOS_PER_MILLI;
            }
        }
    }

    /** Does not block: the watch itself may be ending the process. */
    @Override
    public void close() {
        worker.end();
    }
}
