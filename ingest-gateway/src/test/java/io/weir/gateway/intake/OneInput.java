package io.weir.gateway.intake;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.MissedRecords;
import io.weir.contract.service.RejectedRecords;
import io.weir.gateway.intake.batch.Parcel;
import io.weir.gateway.intake.batch.PublishQueue;
import io.weir.gateway.intake.count.InputCounts;
import io.weir.gateway.intake.partial.SourceAggregation;
import io.weir.gateway.intake.stamp.ReceiveClock;
import io.weir.gateway.intake.stamp.StampClock;
import io.weir.gateway.intake.stamp.StampLimits;
import io.weir.gateway.limit.LimitSettings;
import io.weir.gateway.limit.Limits;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** The environment of an input in a test, and its output. */
public final class OneInput implements Intakes, AutoCloseable {
    private static final Duration DEADLINE = Duration.ofMinutes(2);
    private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private static final int PARTITIONS = 2;

    private final PublishQueue queue;
    private final InputCounts counts;
    private final SharedParts shared;
    private final GatewayTime time;
    private final ReceiveClock clock = new ReceiveClock(Clock.systemUTC(), System::nanoTime);
    private final List<String> lines = new ArrayList<>();
    private final List<String> refused = new ArrayList<>();
    private final Thread acknowledger = new Thread(this::acknowledge, "acknowledger");
    private Path directory = Path.of("/nowhere");
    private List<SourceAggregation> aggregations = List.of();
    private volatile boolean isClosed;

    public OneInput(String name) {
        this(name, 1 << 30);
    }

    public OneInput(String name, long queueBytes) {
        this(name, queueBytes, LimitSettings.NONE);
    }

    /** With limits. */
    public OneInput(String name, LimitSettings limits) {
        this(name, 1 << 30, limits);
    }

    private OneInput(String name, long queueBytes, LimitSettings limits) {
        queue = new PublishQueue(queueBytes);
        counts = new InputCounts(name);
        shared = new SharedParts(queue, new StampClock()).with(Limits.of(limits, System::nanoTime));
        time = new GatewayTime(queue, PARTITIONS);
    }

    @Override
    public LineIntake next(Executor loop) {
        IntakeSettings settings = new IntakeSettings(
                PARTITIONS,
                16 << 10,
                100_000,
                16 << 20,
                1000,
                new StampLimits(StampLimits.NONE, StampLimits.NONE),
                aggregations);
        LineIntake intake = new LineIntake(settings, shared, counts);
        time.join(intake, loop);
        return intake;
    }

    @Override
    public ReceiveClock clock() {
        return clock;
    }

    @Override
    public long lingerNanos() {
        return TimeUnit.MILLISECONDS.toNanos(2);
    }

    @Override
    public PublishQueue queue() {
        return queue;
    }

    @Override
    public KafkaSettings kafka() {
        return KafkaSettings.defaults();
    }

    @Override
    public MissedRecords missed() {
        KafkaSettings kafka = kafka();
        return new MissedRecords("gateway", new SimpleMeterRegistry(), new RejectedRecords("gateway", kafka));
    }

    /** From now on, intakes aggregate fields. Nothing flushes them but the input. */
    public OneInput aggregating(List<SourceAggregation> fields) {
        aggregations = fields;
        return this;
    }

    /** Sets the gateway's directory. */
    public OneInput in(Path directory) {
        this.directory = directory;
        return this;
    }

    @Override
    public Path directory() {
        return directory;
    }

    @Override
    public String gatewayId() {
        return "test";
    }

    @Override
    public InputCounts counts() {
        return counts;
    }

    /** The time that its intakes join. */
    public GatewayTime time() {
        return time;
    }

    /**
     * From now on, marks everything handed over as safe, in a separate thread, until
     * {@link #close}.
     */
    public OneInput acknowledging() {
        acknowledger.start();
        return this;
    }

    private void acknowledge() {
        while (!isClosed) {
            takeHandedOn();
            LockSupport.parkNanos(LOOK_AGAIN_NANOS);
        }
    }

    @Override
    public void close() {
        isClosed = true;
    }

    /** Drains the queue. */
    private synchronized void takeHandedOn() {
        try {
            for (Parcel parcel = queue.poll(); parcel != null; parcel = queue.poll()) {
                if (parcel instanceof Parcel.Batch batch) {
                    if (batch.receipt() != null) {
                        batch.receipt().safe();
                    }
                    // In these tests, no digit precedes a newline inside a string; a newline that
                    // ends a line follows a timestamp.
                    lines.addAll(List.of(new String(batch.lines(), UTF_8).split("(?<=\\d)\n")));
                } else if (parcel instanceof Parcel.Refused one) {
                    refused.add(one.reason() + ": " + new String(one.bytes(), UTF_8));
                }
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Fails all batches handed over so far, as if their lines were dropped. Returns their number. */
    public synchronized int fail() {
        int failed = 0;
        try {
            for (Parcel parcel = queue.poll(); parcel != null; parcel = queue.poll()) {
                if (parcel instanceof Parcel.Batch batch && batch.receipt() != null) {
                    batch.receipt().failed();
                    failed++;
                }
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return failed;
    }

    /** All lines handed over so far, by partition, in order within each. */
    public synchronized List<String> lines() {
        takeHandedOn();
        return List.copyOf(lines);
    }

    /** All rejections handed over so far: reason, then the rejected bytes. */
    public synchronized List<String> refused() {
        takeHandedOn();
        return List.copyOf(refused);
    }

    /** Returns once this many lines are handed over, accepted or rejected. */
    public void await(int lines) {
        await(lines + " lines", () -> queued() >= lines);
        assertThat(queued()).isEqualTo(lines);
    }

    private synchronized int queued() {
        takeHandedOn();
        return lines.size() + refused.size();
    }

    /** Returns once the condition holds; fails after the deadline. */
    public static void await(String what, BooleanSupplier holds) {
        long deadlineNanos = System.nanoTime() + DEADLINE.toNanos();
        while (!holds.getAsBoolean()) {
            assertThat(System.nanoTime() - deadlineNanos)
                    .as("waiting for " + what)
                    .isNegative();
            LockSupport.parkNanos(LOOK_AGAIN_NANOS);
        }
    }
}
