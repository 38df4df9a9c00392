package io.weir.gateway.publish;

import io.weir.contract.service.StartException;
import io.weir.gateway.intake.EarlyBatches;
import io.weir.gateway.intake.HandOff;
import io.weir.gateway.intake.InputCounts;
import io.weir.gateway.intake.ReceiveClock;
import io.weir.gateway.spool.Owners;
import io.weir.gateway.spool.Spool;
import io.weir.gateway.spool.SpoolSettings;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings what is in the hand-off to Kafka, in a thread of its own: directly, or through a spool on disk while Kafka is slow or away.
 * Keeps the order within a partition, counts every line. {@link #start}, {@link #connect} and {@link #close} may be called from
 * different threads.
 */
public final class Publisher implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Publisher.class);
    private static final long IDLE_MILLIS = 10;
    /** For room, in Kafka or on the disk. */
    private static final long WAITING_MILLIS = 1;

    /** Of a spool that may be larger, nobody is warned of less. */
    private static final long MUCH_ROOM_BYTES = 4L << 30;

    private static final long CLOSE_WITHIN_NANOS = TimeUnit.SECONDS.toNanos(3);
    private static final long GIVE_UP_MILLIS = 5_000;

    private final HandOff handOff;
    private final KafkaTarget target;
    private final ReceiveClock clock;
    private final SpoolSettings spoolSettings;
    private final Function<String, InputCounts> countsOf;
    private final EarlyBatches early = new EarlyBatches();
    private final SpoolFigures figures = new SpoolFigures();
    private @Nullable Thread thread;
    private volatile @Nullable Outlet connected;
    private volatile boolean isClosing;
    private volatile boolean isDead;
    private volatile boolean isIdle;
    private Owners owners = Owners.none();

    /** {@code countsOf} an input by its name, for what the spool kept of it; also of one that is no more. */
    public Publisher(
            HandOff handOff,
            KafkaTarget target,
            SpoolSettings spool,
            ReceiveClock clock,
            Function<String, InputCounts> countsOf) {
        this.handOff = handOff;
        this.clock = clock;
        this.target = target;
        this.spoolSettings = spool;
        this.countsOf = countsOf;
    }

    /**
     * Opens the spool, and from now on empties the hand-off; to be called once.
     *
     * @throws StartException if the spool's directory cannot be had
     */
    public synchronized void start() {
        if (isClosing) {
            return;
        }
        Spool spool = spoolSettings.bytes() == 0 ? null : Spool.open(spoolSettings, target.lanes());
        if (spool != null) {
            figures.cut(spool.cut());
            owners = spool.claim(handOff.numbers().epoch(), target.gatewayId());
            long room = spool.capacity() - spool.usedBytes();
            if (room < Math.min(spoolSettings.bytes(), MUCH_ROOM_BYTES) / 10) {
                LOG.warn(
                        "the spool has little room: make some on its disk, or see spool.keep-free directory={} bytes={}",
                        spoolSettings.directory(),
                        Math.max(0, room));
            }
            if (spool.waitingBytes() > 0) {
                LOG.info("the spool keeps what Kafka did not take before bytes={}", spool.waitingBytes());
            }
        }
        Backlog backlog = new Backlog(spool, countsOf, target.lanes(), figures.failures);
        InFlight inFlight = new InFlight(target.bytesInFlight());
        long nowNanos = System.nanoTime();
        List<Lane> lanes = IntStream.range(0, target.lanes())
                .mapToObj(number -> new Lane(number, target.topic(number), inFlight, nowNanos))
                .toList();
        Flow flow = new Flow(handOff, backlog, lanes, this::nowMillis);
        Thread started = new Thread(() -> run(flow), "weir-gateway-publisher");
        started.setDaemon(true);
        started.start();
        thread = started;
    }

    /**
     * Begins to send; to be called once, when the topics are there and the clock was compared with the brokers', if they answer.
     *
     * @throws KafkaException if the settings are none of a producer
     */
    public synchronized void connect() {
        if (!isClosing) {
            early.wereAhead(clock.wasAheadNanos() / 1_000_000, handOff.numbers(), target.partitions());
            connected = new KafkaOutlet(
                    () -> new KafkaProducer<>(
                            target.producerSettings(), new ByteArraySerializer(), new ByteArraySerializer()),
                    new RecordWriter(target.topics(), target.gatewayId(), owners, early, this::nowMillis),
                    handOff);
        }
    }

    private long nowMillis() {
        return clock.nowNanos() / 1_000_000;
    }

    /** How the way to Kafka is; for any thread. */
    public SpoolFigures figures() {
        return figures;
    }

    /** Whether it ended by a mistake of its own: nothing goes on from here. */
    public boolean isDead() {
        return isDead;
    }

    /** Whether everything that was handed off or spooled is acknowledged. */
    boolean isIdle() {
        return isIdle;
    }

    private void run(Flow flow) {
        try {
            while (!isClosing) {
                turn(flow);
            }
            finish(flow);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            isDead = true;
            LOG.error("the publisher ended by a mistake of its own; restart the gateway", e);
        }
    }

    private void turn(Flow flow) throws InterruptedException {
        long nowNanos = System.nanoTime();
        flow.connect(connected);
        boolean moved = flow.turn(nowNanos);
        isIdle = flow.isIdle();
        figures.update(flow, nowNanos);
        if (moved) {
            return;
        }
        handOff.peek(flow.isWaiting() ? WAITING_MILLIS : IDLE_MILLIS);
    }

    /** Gives Kafka time for what is on its way, as long as it takes something and the rest has no other place. */
    private void finish(Flow flow) throws InterruptedException {
        long deadlineNanos = System.nanoTime() + CLOSE_WITHIN_NANOS;
        while (!flow.isIdle() && System.nanoTime() < deadlineNanos) {
            long nowNanos = System.nanoTime();
            if (connected == null || (flow.isStuck(nowNanos) && flow.canKeep(nowNanos))) {
                break;
            }
            turn(flow);
        }
        flow.connect(connected);
        flow.end(System.nanoTime());
    }

    /**
     * Sends what is in the hand-off, waits until it is acknowledged, and ends. What the broker has not taken within 3 s is kept in
     * the spool for the next start; without a spool it is counted as lost. Nothing may be offered to the hand-off any more.
     */
    @Override
    public synchronized void close() {
        isClosing = true;
        Thread running = thread;
        if (running != null) {
            try {
                running.join(GIVE_UP_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            thread = null;
        }
    }
}
