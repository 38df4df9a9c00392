package io.weir.gateway.kafka;

import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.Worker;
import io.weir.gateway.intake.stamp.ReceiveClock;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the brokers for their time once a second, in its own thread: they timestamp records of
 * {@code weir.clock} on arrival and return the timestamp. Asks the first partitions in turn, which
 * usually belong to different brokers, and uses the median. One broker with a wrong clock therefore
 * has no effect.
 */
public final class BrokerClock implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(BrokerClock.class);

    private static final long ASK_EVERY_MILLIS = 1_000;
    private static final int ANSWER_WITHIN_MILLIS = 5_000;
    /** The time of a slower answer is too uncertain. */
    private static final long USABLE_WITHIN_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long END_WITHIN_MILLIS = 2_000;
    /**
     * A timestamp no broker has; it returns unchanged if the topic keeps the producer's timestamps.
     */
    private static final long OWN_STAMP = 1;

    private final KafkaSettings kafka;
    private final String gatewayId;
    private final String topic;
    private final ReceiveClock clock;
    private final Worker worker;
    private final Answers answers;
    private final CountDownLatch compared = new CountDownLatch(1);
    private boolean isFirstRoundOver;
    private OptionalLong offset = OptionalLong.empty();
    private boolean isLogged;

    /** Sends nothing before {@link #start}. */
    public BrokerClock(KafkaSettings kafka, String gatewayId, ReceiveClock clock) {
        this.kafka = kafka;
        this.gatewayId = gatewayId;
        this.topic = kafka.topics().clock();
        this.clock = clock;
        this.answers = new Answers(Math.min(Answers.MOST, kafka.partitions()));
        this.worker = new Worker("weir-gateway-clock", this::run);
    }

    /** Returns immediately. Call this once, when the topic exists. */
    public void start() {
        worker.start();
    }

    /** Waits until the brokers' time is known, for at most five seconds, or until {@link #close}. */
    public void awaitTime() {
        try {
            boolean unused = compared.await(ANSWER_WITHIN_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() throws InterruptedException {
        while (!worker.isEnding()) {
            try (KafkaProducer<byte[], byte[]> producer = producer()) {
                producer.partitionsFor(topic); // The first query must not wait for metadata.
                for (int turn = 0; !worker.isEnding(); turn++) {
                    ask(producer, turn % answers.size());
                    if (turn + 1 >= answers.size()) {
                        endFirstRound();
                        worker.pause(ASK_EVERY_MILLIS);
                    }
                }
            } catch (KafkaException e) {
                clock.brokersAreSilent();
                warn("cannot be queried for the brokers' time", e);
                worker.pause(ASK_EVERY_MILLIS);
            }
        }
    }

    private void ask(KafkaProducer<byte[], byte[]> producer, int partition) throws InterruptedException {
        long askedNanos = System.nanoTime();
        try {
            RecordMetadata answer = producer.send(new ProducerRecord<>(topic, partition, OWN_STAMP, null, new byte[0]))
                    .get();
            handle(partition, answer.timestamp(), askedNanos, System.nanoTime() - askedNanos);
        } catch (ExecutionException e) {
            clock.brokersAreSilent();
            warn("does not show the brokers' time", e.getCause());
        }
    }

    /** Shows the time after all partitions were asked, so that one wrong broker of three has no effect. */
    void endFirstRound() {
        isFirstRoundOver = true;
        show();
    }

    private void show() {
        if (isFirstRoundOver && offset.isPresent()) {
            clock.brokersShow(0, offset.getAsLong());
            compared.countDown();
        }
    }

    /** Handles the timestamp from a partition's broker, and the duration of the request. */
    void handle(int partition, long stampMillis, long askedNanos, long tookNanos) {
        if (stampMillis == OWN_STAMP) {
            clock.brokersAreSilent();
            warn("needs message.timestamp.type=LogAppendTime: the brokers' time is not known", null);
        } else if (tookNanos <= USABLE_WITHIN_NANOS) {
            long answeredNanos = TimeUnit.MILLISECONDS.toNanos(stampMillis);
            offset = OptionalLong.of(answers.middle(partition, answeredNanos - (askedNanos + tookNanos / 2)));
            show();
            isLogged = false;
        } else if (Double.isNaN(clock.aheadSeconds())) {
            clock.brokersAreSilent();
            warn("answers too slowly to show the brokers' time", null);
        }
    }

    private void warn(String what, @Nullable Throwable why) {
        if (!isLogged && !worker.isEnding()) {
            LOG.warn("topic {} {}", topic, what, why);
            isLogged = true;
        }
    }

    private KafkaProducer<byte[], byte[]> producer() {
        Map<String, Object> settings = kafka.clientProperties();
        settings.put(ProducerConfig.CLIENT_ID_CONFIG, "weir-gateway-clock-" + gatewayId);
        settings.put(ProducerConfig.ACKS_CONFIG, "1");
        settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, false);
        settings.put(ProducerConfig.RETRIES_CONFIG, 0);
        settings.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, ANSWER_WITHIN_MILLIS);
        settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, ANSWER_WITHIN_MILLIS);
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, ANSWER_WITHIN_MILLIS);
        return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** Returns once no more requests are sent, or after two seconds. */
    @Override
    public void close() {
        compared.countDown();
        worker.end();
        worker.join(END_WITHIN_MILLIS);
    }
}
