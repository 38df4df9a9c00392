package io.weir.gateway.intake;

import io.weir.gateway.intake.batch.BatchName;
import io.weir.gateway.intake.batch.Parcel;
import io.weir.gateway.intake.batch.PublishQueue;
import io.weir.gateway.intake.stamp.ReceiveClock;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;

/**
 * The progress of a gateway's time: the receive time up to which all intakes have handed over their
 * lines. Once a second, each intake is flushed on its own thread. The last intake to finish appends
 * a tick to every partition. A blocked intake holds the time back. Thread-safe.
 */
public final class GatewayTime {
    private final List<Progress> intakes = new CopyOnWriteArrayList<>();
    private final PublishQueue queue;
    private final int partitions;
    private long askedMillis = Long.MIN_VALUE;
    private long tickedMillis = Long.MIN_VALUE;
    private volatile long lost;

    /**
     * One flush request to all intakes.
     *
     * @param millis everything received before this time must be handed over
     * @param next the next batch number of each partition when the request was sent: once an intake
     *     has answered, all its batches below are handed over
     */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    private record Round(long millis, long[] next) {}

    private static final class Progress {
        final LineIntake intake;
        final Executor loop;
        volatile Round reached = new Round(Long.MIN_VALUE, new long[0]);

        Progress(LineIntake intake, Executor loop) {
            this.intake = intake;
            this.loop = loop;
        }
    }

    /** Ticks go into the queue, one for each partition. */
    public GatewayTime(PublishQueue queue, int partitions) {
        this.queue = queue;
        this.partitions = partitions;
    }

    /**
     * From now on the gateway's time advances only with this intake; see {@link Intakes#next} for
     * {@code loop}.
     */
    public void join(LineIntake intake, Executor loop) {
        intakes.add(new Progress(intake, loop));
    }

    /**
     * Asks all intakes to hand over everything received before now. Does not wait for them.
     *
     * @param nowMillis a time of the {@link ReceiveClock}; a value below the previous one means
     *     that time went back
     * @param lostSoFar number of lines and datagrams that the gateway has lost since it started
     */
    public void tick(long nowMillis, long lostSoFar) {
        lost = lostSoFar;
        goBack(nowMillis);
        Round round = new Round(nowMillis, queue.numbers().next(partitions));
        for (Progress progress : intakes) {
            progress.loop.execute(() -> {
                progress.intake.flush();
                progress.reached = round;
                tickIfAllHaveAnswered();
            });
        }
    }

    /** Asks all intakes to hand over everything, while there is no right time for a tick. */
    public void flush() {
        intakes.forEach(progress -> progress.loop.execute(progress.intake::flush));
    }

    private synchronized void goBack(long nowMillis) {
        if (nowMillis < askedMillis) {
            tickedMillis = Long.MIN_VALUE;
        }
        askedMillis = nowMillis;
    }

    private synchronized void tickIfAllHaveAnswered() {
        Round slowest = intakes.get(0).reached;
        for (Progress progress : intakes) {
            Round reached = progress.reached;
            slowest = reached.millis < slowest.millis ? reached : slowest;
        }
        if (slowest.millis > tickedMillis) {
            tickedMillis = slowest.millis;
            long epoch = queue.numbers().epoch();
            for (int partition = 0; partition < partitions; partition++) {
                // A dropped tick does no harm: the next one includes it.
                BatchName next = new BatchName(epoch, slowest.next[partition]);
                queue.offer(new Parcel.Tick(partition, next, slowest.millis, lost));
            }
        }
    }
}
