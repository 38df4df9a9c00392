package io.weir.gateway.publish;

import io.weir.contract.service.StartException;
import io.weir.gateway.intake.batch.EarlyBatches;
import io.weir.gateway.intake.batch.PublishQueue;
import io.weir.gateway.intake.count.InputCounts;
import io.weir.gateway.intake.stamp.ReceiveClock;
import io.weir.gateway.spool.Disk;
import io.weir.gateway.spool.Owners;
import io.weir.gateway.spool.Spool;
import io.weir.gateway.spool.SpoolSettings;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves parcels from the publish queue to Kafka in its own thread: directly, or through a spool on
 * disk while Kafka is slow or unavailable. Keeps the order within a partition and counts every
 * line. Different threads may call {@link #start}, {@link #connect} and {@link #close}.
 */
public final class Publisher implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Publisher.class);
    private static final long IDLE_MILLIS = 10;
    /** Poll interval while parcels wait for room, in Kafka or on disk. */
    private static final long WAITING_MILLIS = 1;

    /** The low-room warning assumes at most this limit, however large the spool may be. */
    private static final long MUCH_ROOM_BYTES = 4L << 30;

    private static final long CLOSE_WITHIN_NANOS = TimeUnit.SECONDS.toNanos(3);
    /** Lines that a slow disk has not taken by then are lost, and counted. */
    private static final long STORE_WITHIN_NANOS = TimeUnit.SECONDS.toNanos(4);

    private static final long GIVE_UP_MILLIS = 5_000;

    private final PublishQueue queue;
    private final KafkaTarget target;
    private final ReceiveClock clock;
    private final SpoolSettings spoolSettings;
    private final UnaryOperator<Disk> disk;
    private final Function<String, InputCounts> countsOf;
    private final SpoolFigures figures = new SpoolFigures();
    private @Nullable Thread thread;
    private volatile @Nullable Outlet connected;
    private volatile boolean isClosing;
    private volatile boolean isDead;
    private volatile boolean isIdle;
    private Owners owners = Owners.none();

    /**
     * Sends nothing before {@link #start}.
     *
     * @param disk returns the disk that the spool uses, given that of the spool's directory
     * @param countsOf finds an input by name for its spooled lines, also an input that is no longer
     *     configured
     */
    public Publisher(
            PublishQueue queue,
            KafkaTarget target,
            SpoolSettings spool,
            UnaryOperator<Disk> disk,
            ReceiveClock clock,
            Function<String, InputCounts> countsOf) {
        this.queue = queue;
        this.clock = clock;
        this.target = target;
        this.spoolSettings = spool;
        this.disk = disk;
        this.countsOf = countsOf;
    }

    /**
     * Opens the spool and starts to drain the queue. Call this once.
     *
     * @throws StartException if the spool's directory is not usable
     */
    public synchronized void start() {
        if (isClosing) {
            return;
        }
        Spool spool = spoolSettings.bytes() == 0 ? null : Spool.open(spoolSettings, target.lanes(), disk);
        if (spool != null) {
            figures.damage(spool.damage());
            owners = spool.claim(queue.numbers().epoch(), target.gatewayId());
            long room = spool.capacity() - spool.usedBytes();
            if (room < Math.min(spoolSettings.bytes(), MUCH_ROOM_BYTES) / 10) {
                LOG.warn(
                        "the spool has little room: free space on its disk, or decrease spool.keep-free directory={} bytes={}",
                        spoolSettings.directory(),
                        Math.max(0, room));
            }
            if (spool.waitingBytes() > 0) {
                LOG.info(
                        "the spool contains lines that Kafka did not acknowledge before bytes={}",
                        spool.waitingBytes());
            }
        }
        Backlog backlog = new Backlog(spool, countsOf, target.lanes(), figures.failures);
        InFlightBatches inFlight = new InFlightBatches(target.bytesInFlight());
        long nowNanos = System.nanoTime();
        List<Lane> lanes = IntStream.range(0, target.lanes())
                .mapToObj(number -> new Lane(number, target.topic(number), inFlight, nowNanos))
                .toList();
        PublishRouter router =
                new PublishRouter(queue, backlog, lanes, this::nowMillis, new StoreTime(System::nanoTime));
        figures.begin(router, nowNanos);
        Thread started = new Thread(() -> run(router), "weir-gateway-publisher");
        started.setDaemon(true);
        started.start();
        thread = started;
    }

    /**
     * Starts to send. Call this once, when the topics exist and the brokers were asked for their
     * time.
     *
     * @throws KafkaException if the settings are not valid for a producer
     */
    public synchronized void connect() {
        if (!isClosing) {
            EarlyBatches early = new EarlyBatches(clock, queue.numbers(), target.partitions());
            connected = new KafkaOutlet(
                    () -> new KafkaProducer<>(
                            target.producerSettings(), new ByteArraySerializer(), new ByteArraySerializer()),
                    new RecordWriter(target.topics(), target.gatewayId(), owners, early, this::nowMillis),
                    queue);
        }
    }

    private long nowMillis() {
        return clock.nowNanos() / 1_000_000;
    }

    /** Figures of the route to Kafka. Any thread may call this. */
    public SpoolFigures figures() {
        return figures;
    }

    /** Whether the publishing thread ended because of an internal error. It does not recover. */
    public boolean isDead() {
        return isDead;
    }

    /** Whether Kafka has acknowledged all parcels of the queue and of the spool. */
    boolean isIdle() {
        return isIdle;
    }

    private void run(PublishRouter router) {
        try {
            while (!isClosing) {
                turn(router);
            }
            finish(router);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            isDead = true;
            LOG.error("the publisher ended after an internal error; restart the gateway", e);
        }
    }

    private void turn(PublishRouter router) throws InterruptedException {
        long nowNanos = System.nanoTime();
        router.connect(connected);
        boolean moved = router.turn(nowNanos);
        isIdle = router.isIdle();
        figures.update(router, nowNanos);
        if (moved) {
            return;
        }
        queue.peek(router.isWaiting() ? WAITING_MILLIS : IDLE_MILLIS);
    }

    /**
     * Waits for records in flight while Kafka makes progress, or while the spool cannot keep the
     * rest, but no longer than {@link #CLOSE_WITHIN_NANOS}.
     */
    private void finish(PublishRouter router) throws InterruptedException {
        long beganNanos = System.nanoTime();
        while (!router.isIdle() && System.nanoTime() - beganNanos < CLOSE_WITHIN_NANOS) {
            long nowNanos = System.nanoTime();
            if (connected == null || (router.isStuck(nowNanos) && router.canKeep(nowNanos))) {
                break;
            }
            turn(router);
        }
        router.connect(connected);
        long nowNanos = System.nanoTime();
        router.end(nowNanos, STORE_WITHIN_NANOS - (nowNanos - beganNanos));
    }

    /**
     * Sends the content of the queue, waits for acknowledgements, and stops. Parcels that the
     * broker has not acknowledged within 3 s stay in the spool for the next start; without a spool,
     * or if its disk does not take them in time, they are counted as lost. Callers must not offer
     * parcels to the queue any more.
     */
    @Override
    public synchronized void close() {
        isClosing = true;
        Thread running = thread;
        if (running != null) {
            try {
                running.join(GIVE_UP_MILLIS);
                if (running.isAlive()) {
                    LOG.warn("the disk of the spool does not answer: the gateway ends, lines in memory may be lost");
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            thread = null;
        }
    }
}
