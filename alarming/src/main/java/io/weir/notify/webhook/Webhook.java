package io.weir.notify.webhook;

import io.weir.contract.consumer.ConsumerSettings;
import io.weir.contract.service.Health;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.MissedRecords;
import io.weir.contract.service.Worker;
import io.weir.notify.post.Address;
import io.weir.notify.post.NotifierMeters;
import io.weir.notify.post.Receiver;
import java.net.URI;
import java.util.SplittableRandom;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A webhook with a thread of its own. Several instances share a consumer group; one of them sends.
 */
public final class Webhook implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Webhook.class);

    private static final String KIND = "webhook";
    private static final long RETRY_AFTER_MILLIS = 1_000;
    private static final long FINISH_WITHIN_MILLIS = 1_000;
    private static final long END_WITHIN_MILLIS = 2_500;

    private final WebhookConfig config;
    private final KafkaSettings kafka;
    private final NotifierMeters meters;
    private final MissedRecords missed;
    private final Receiver receiver;
    private final Worker worker = new Worker("weir-notifier-webhook", this::run);
    private volatile @Nullable WebhookLoop loop;
    private volatile @Nullable KafkaConsumer<byte[], byte[]> reading;
    private volatile @Nullable String broken;

    /**
     * Creates the webhook without connecting; {@link #start} connects.
     *
     * @param url the address from the settings
     * @param missed reports transitions that Kafka deleted before they were sent
     */
    public Webhook(URI url, WebhookConfig config, KafkaSettings kafka, NotifierMeters meters, MissedRecords missed) {
        this.config = config;
        this.kafka = kafka;
        this.meters = meters;
        this.missed = missed;
        NotifierMeters.OfReceiver own = meters.of(KIND, Address.shown(url));
        own.lag(this::lag);
        receiver = new Receiver(KIND, url, config.headers(), config.timeout(), new SplittableRandom(), own);
    }

    /** Starts the thread and returns immediately. Call it once, after the topic exists. */
    public void start() {
        worker.start();
    }

    /** Ready while the webhook accepts requests; callable from any thread. */
    public Health health() {
        String dead = broken;
        if (dead != null) {
            return Health.dead(dead);
        }
        WebhookLoop running = loop;
        if (running == null || !running.hasJoined()) {
            return Health.waiting("waits for " + kafka.topics().events());
        }
        return receiver.trouble().map(Health::waiting).orElseGet(running::kafka);
    }

    private long lag() {
        WebhookLoop running = loop;
        return running == null ? 0 : running.lag();
    }

    /** Stops within 4 s. A request in progress may be lost; the next start repeats it. */
    @Override
    public void close() {
        worker.end();
        KafkaConsumer<byte[], byte[]> consumer = reading;
        if (consumer != null) {
            consumer.wakeup();
        }
        worker.join(FINISH_WITHIN_MILLIS);
        worker.interrupt();
        worker.join(END_WITHIN_MILLIS);
    }

    private void run() throws InterruptedException {
        try {
            while (!worker.isEnding()) {
                sendUntilFailure();
            }
        } catch (RuntimeException e) {
            LOG.error("the sender failed; the webhook receives no more transitions", e);
            broken = "webhook failed: " + e;
        }
    }

    private void sendUntilFailure() throws InterruptedException {
        KafkaConsumer<byte[], byte[]> consumer =
                ConsumerSettings.member(kafka, "weir-notifier").committedOnly().open();
        WebhookLoop running = new WebhookLoop(consumer, missed, kafka.topics().events(), config, receiver, meters);
        reading = consumer;
        loop = running;
        try {
            running.join();
            while (!worker.isEnding()) {
                running.turn();
            }
        } catch (WakeupException e) {
            LOG.debug("stopping");
        } catch (KafkaException e) {
            LOG.warn("topic {} cannot be read; retrying: {}", kafka.topics().events(), e.toString());
            worker.pause(RETRY_AFTER_MILLIS);
        } finally {
            leave(running);
        }
    }

    /** The interrupt was meant for the request; Kafka's client would react to it too. */
    private static void leave(WebhookLoop running) {
        boolean wasInterrupted = Thread.interrupted();
        running.leave();
        if (wasInterrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
