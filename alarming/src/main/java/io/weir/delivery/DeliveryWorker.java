package io.weir.delivery;

import io.weir.contract.consumer.ConsumerSettings;
import io.weir.contract.consumer.GroupAdmin;
import io.weir.contract.service.Health;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.MissedRecords;
import io.weir.contract.service.Worker;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A receiver with a thread and a consumer group of its own. Several instances share the partitions.
 * Without Kafka, it tries again every second. Thread-safe.
 */
public final class DeliveryWorker {
    private static final Logger LOG = LoggerFactory.getLogger(DeliveryWorker.class);

    private static final long RETRY_AFTER_MILLIS = 1_000;

    private final String name;
    private final Reading reading;
    private final KafkaSettings kafka;
    private final MissedRecords missed;
    private final Delivery delivery;
    private final Worker worker;
    /** Of the topics that were read. Used by the thread only. */
    private final Map<String, String> topicIds = new HashMap<>();

    private volatile @Nullable DeliveryLoop loop;
    private volatile @Nullable String broken;

    /**
     * What is delivered.
     *
     * @param group the consumer group, which also names the thread
     */
    public record Reading(String group, Set<String> topics, Begin begin) {}

    /**
     * Creates the worker without connecting; {@link #start} connects.
     *
     * @param name of the receiver, for messages
     * @param missed reports records that Kafka deleted before they were delivered
     * @param delivery is closed when the thread ends
     */
    public DeliveryWorker(String name, Reading reading, KafkaSettings kafka, MissedRecords missed, Delivery delivery) {
        this.name = name;
        this.reading = reading;
        this.kafka = kafka;
        this.missed = missed;
        this.delivery = delivery;
        this.worker = new Worker(reading.group(), this::run);
    }

    /** Starts the thread and returns immediately. Call it once, after the topics exist. */
    public void start() {
        worker.start();
    }

    /** Ready while the receiver accepts records. */
    public Health health() {
        String dead = broken;
        if (dead != null) {
            return Health.dead(dead);
        }
        DeliveryLoop running = loop;
        if (running == null || !running.hasJoined()) {
            return Health.waiting(name + " waits for its topics");
        }
        return delivery.trouble().map(Health::waiting).orElseGet(running::kafka);
    }

    /** Returns the number of records that are not delivered, as far as known. */
    public long lag() {
        DeliveryLoop running = loop;
        return running == null ? 0 : running.lag();
    }

    /** Asks the thread to end; {@link #join} waits for it. */
    public void end() {
        worker.end();
        DeliveryLoop running = loop;
        if (running != null) {
            running.wakeUp();
        }
    }

    /** Interrupts a delivery in progress; the next start repeats it. */
    public void interrupt() {
        worker.interrupt();
    }

    /** Returns once the thread has ended, or after this time. */
    public void join(long millis) {
        worker.join(millis);
    }

    private void run() throws InterruptedException {
        try {
            while (!worker.isEnding()) {
                deliverUntilFailure();
            }
        } catch (RuntimeException e) {
            LOG.error("{} failed; it receives nothing more", name, e);
            broken = name + " failed: " + e;
        } finally {
            delivery.close();
        }
    }

    private void deliverUntilFailure() throws InterruptedException {
        try (GroupAdmin admin = new GroupAdmin(kafka.clientProperties())) {
            deliver(
                    ConsumerSettings.member(kafka, reading.group())
                            .committedOnly()
                            .open(),
                    admin);
        } catch (WakeupException e) {
            LOG.debug("stopping");
        } catch (KafkaException e) {
            LOG.warn("{}: its topics cannot be read; retrying: {}", name, e.toString());
            worker.pause(RETRY_AFTER_MILLIS);
        }
    }

    private void deliver(KafkaConsumer<byte[], byte[]> consumer, GroupAdmin admin) throws InterruptedException {
        DeliveryLoop running =
                new DeliveryLoop(name, reading.begin(), consumer, admin::topicIds, topicIds, missed, delivery);
        loop = running;
        try {
            running.join(reading.topics());
            while (!worker.isEnding()) {
                running.turn();
            }
        } finally {
            leave(running);
        }
    }

    /** The interrupt was meant for the delivery; Kafka's client would react to it too. */
    private static void leave(DeliveryLoop running) {
        boolean wasInterrupted = Thread.interrupted();
        running.leave();
        if (wasInterrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
