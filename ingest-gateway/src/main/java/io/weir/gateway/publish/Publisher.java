package io.weir.gateway.publish;

import io.weir.contract.topic.Topics;
import io.weir.gateway.intake.HandOff;
import io.weir.gateway.intake.Parcel;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends what is in the hand-off to Kafka, in a thread of its own that may wait for the broker as long as it takes. Keeps the order
 * within a partition, counts every line. {@link #start} and {@link #close} may be called from different threads.
 */
public final class Publisher implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Publisher.class);
    private static final long LOOK_FOR_THE_END_MILLIS = 20;
    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(3);
    private static final long GIVE_UP_MILLIS = 500;

    private final HandOff handOff;
    private final RecordWriter writer;
    private final Map<String, Object> producerSettings;
    private final Thread thread = new Thread(this::run, "weir-gateway-publisher");
    private volatile @Nullable Producer<byte[], byte[]> producer;
    private volatile boolean isClosing;

    /** {@code producerSettings} by their Kafka names; serializers apart. */
    public Publisher(HandOff handOff, String gatewayId, Topics topics, Map<String, Object> producerSettings) {
        this.handOff = handOff;
        this.writer = new RecordWriter(topics, gatewayId);
        this.producerSettings = producerSettings;
        thread.setDaemon(true);
    }

    /**
     * Begins to send; to be called once, when the topics are there.
     *
     * @throws KafkaException if the settings are none of a producer
     */
    public synchronized void start() {
        if (!isClosing) {
            producer = new KafkaProducer<>(producerSettings, new ByteArraySerializer(), new ByteArraySerializer());
            thread.start();
        }
    }

    private void run() {
        try {
            while (true) {
                boolean wasClosing = isClosing;
                Parcel parcel = handOff.poll(LOOK_FOR_THE_END_MILLIS);
                if (parcel != null) {
                    send(parcel);
                } else if (wasClosing) {
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // Its callback is what hears of success and failure.
    private void send(Parcel parcel) {
        Delivery delivery = new Delivery(parcel);
        Producer<byte[], byte[]> open = producer;
        if (open == null) {
            delivery.countDropped(Delivery.SHUTDOWN);
            return;
        }
        if (parcel instanceof Parcel.Mark mark) {
            open.flush();
            mark.whenSafe().run();
            return;
        }
        delivery.countSent();
        try {
            open.send(writer.record(parcel), delivery);
        } catch (KafkaException | IllegalStateException e) {
            // Thrown instead of told to the callback when the producer is closed under a waiting send.
            delivery.countLost(isClosing ? Delivery.SHUTDOWN : Delivery.reason(e));
        }
    }

    /**
     * Sends what is in the hand-off, waits until it is acknowledged, and ends; what the broker has not taken within 3 s is counted
     * as lost. Nothing may be offered to the hand-off any more.
     */
    @Override
    public synchronized void close() {
        if (isClosing) {
            return;
        }
        long deadlineNanos = System.nanoTime() + CLOSE_WITHIN.toNanos();
        isClosing = true;
        Producer<byte[], byte[]> open = producer;
        if (open != null) {
            join(CLOSE_WITHIN.toMillis());
            long leftNanos = Math.max(0, deadlineNanos - System.nanoTime());
            open.close(Duration.ofNanos(leftNanos));
            join(GIVE_UP_MILLIS);
        }
        producer = null;
        dropTheRest();
    }

    private void dropTheRest() {
        long dropped = 0;
        try {
            for (Parcel parcel = handOff.poll(0); parcel != null; parcel = handOff.poll(0)) {
                dropped += new Delivery(parcel).countDropped(Delivery.SHUTDOWN);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (dropped > 0) {
            LOG.warn("ended before the broker took everything lines={}", dropped);
        }
    }

    private void join(long millis) {
        try {
            TimeUnit.MILLISECONDS.timedJoin(thread, millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
