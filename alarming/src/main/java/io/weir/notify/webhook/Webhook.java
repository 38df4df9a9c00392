package io.weir.notify.webhook;

import io.weir.contract.service.Health;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.MissedRecords;
import io.weir.delivery.Begin;
import io.weir.delivery.DeliveryWorker;
import io.weir.delivery.DeliveryWorker.Reading;
import io.weir.notify.post.Address;
import io.weir.notify.post.NotifierMeters;
import io.weir.notify.post.Receiver;
import java.net.URI;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * A webhook with a thread of its own. Several instances share a consumer group; one of them sends.
 */
public final class Webhook implements AutoCloseable {
    private static final String KIND = "webhook";
    private static final long FINISH_WITHIN_MILLIS = 1_000;
    private static final long END_WITHIN_MILLIS = 2_500;

    private final DeliveryWorker worker;

    /**
     * Creates the webhook without connecting; {@link #start} connects.
     *
     * @param url the address from the settings
     * @param missed reports transitions that Kafka deleted before they were sent
     */
    public Webhook(URI url, WebhookConfig config, KafkaSettings kafka, NotifierMeters meters, MissedRecords missed) {
        NotifierMeters.OfReceiver own = meters.of(KIND, Address.shown(url));
        Receiver receiver = new Receiver(KIND, url, config.headers(), config.timeout(), new SplittableRandom(), own);
        Reading reading = new Reading("weir-notifier", Set.of(kafka.topics().events()), Begin.NEWEST);
        worker = new DeliveryWorker(KIND, reading, kafka, missed, new WebhookDelivery(config, receiver, meters));
        own.lag(worker::lag);
    }

    /** Starts the thread and returns immediately. Call it once, after the topic exists. */
    public void start() {
        worker.start();
    }

    /** Ready while the webhook accepts requests; callable from any thread. */
    public Health health() {
        return worker.health();
    }

    /** Stops within 4 s. A request in progress may be lost; the next start repeats it. */
    @Override
    public void close() {
        worker.end();
        worker.join(FINISH_WITHIN_MILLIS);
        worker.interrupt();
        worker.join(END_WITHIN_MILLIS);
    }
}
