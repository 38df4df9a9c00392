package io.weir.relay.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.relay.sink.Message;
import io.weir.relay.sink.Refusals;
import io.weir.relay.sink.Sink;
import io.weir.relay.sink.SinkUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * Produces to topics of a Kafka. A producer never gives up a record: otherwise later records could
 * overtake it. The sink gives up the producer instead, with all records that it has not sent.
 */
final class KafkaSink implements Sink {
    /** Name of the header with the message's id. */
    private static final String ID = "id";

    private static final int METADATA_WITHIN_MILLIS = 5_000;
    private static final int ACKNOWLEDGED_WITHIN_SECONDS = 10;
    private static final Pattern TOPIC = Pattern.compile("(?!\\.\\.?$)[A-Za-z0-9._-]{1,249}");

    private final String bootstrap;
    private final Map<String, String> properties;
    private final String name;
    private final Set<String> forbidden;
    private @Nullable Producer<byte[], byte[]> producer;

    /**
     * @param properties client settings, by their Kafka names
     * @param name the client id
     * @param forbidden topics to which the sink must not write, because Weir reads them
     */
    KafkaSink(String bootstrap, Map<String, String> properties, String name, Set<String> forbidden) {
        this.bootstrap = bootstrap;
        this.properties = Map.copyOf(properties);
        this.name = name;
        this.forbidden = Set.copyOf(forbidden);
    }

    @Override
    public void deliver(List<Message> messages, Refusals refusals)
            throws SinkUnavailableException, InterruptedException {
        boolean isDelivered = false;
        Set<Message> refused = new HashSet<>();
        try {
            for (Sent each : send(messages, producer(), refused)) {
                await(each, refused);
            }
            isDelivered = true;
        } catch (InterruptException e) {
            throw new InterruptedException(e.getMessage());
        } catch (KafkaException e) {
            throw new SinkUnavailableException(reason(e), e);
        } finally {
            refused.forEach(each -> refusals.refuse(each.id(), each.bytes(), "too-large"));
            messages.removeAll(refused);
            if (!isDelivered) {
                close();
            }
        }
    }

    private record Sent(Message message, Future<RecordMetadata> result) {}

    private List<Sent> send(List<Message> messages, Producer<byte[], byte[]> to, Set<Message> refused)
            throws SinkUnavailableException, InterruptedException {
        List<Sent> sent = new ArrayList<>(messages.size());
        for (Message message : messages) {
            ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(
                    message.route(), null, message.timestampMillis(), message.key(), message.body());
            record.headers().add(ID, message.id().getBytes(UTF_8));
            Sent last = new Sent(message, to.send(record));
            if (last.result().isDone()) {
                // Failed, such as without metadata: nothing may overtake it.
                await(last, refused);
            } else {
                sent.add(last);
            }
        }
        return sent;
    }

    @Override
    public String wrong(Message message) {
        String topic = message.route();
        if (!TOPIC.matcher(topic).matches()) {
            return "invalid-topic";
        }
        return forbidden.contains(topic) ? "own-topic" : "";
    }

    /** Each acknowledgement begins the time again: a slow cluster is not an absent one. */
    private void await(Sent sent, Set<Message> refused) throws SinkUnavailableException, InterruptedException {
        try {
            sent.result().get(ACKNOWLEDGED_WITHIN_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new SinkUnavailableException(
                    "Kafka at " + bootstrap + " has not acknowledged records within " + ACKNOWLEDGED_WITHIN_SECONDS
                            + " s",
                    e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RecordTooLargeException) {
                refused.add(sent.message());
            } else {
                throw new SinkUnavailableException(reason(e.getCause() == null ? e : e.getCause()), e);
            }
        }
    }

    private String reason(Throwable failure) {
        return "Kafka at " + bootstrap + ": "
                + (failure.getMessage() == null ? failure.toString() : failure.getMessage())
                // Kafka's client names the topic that it waits for, even if no broker answers.
                + (failure instanceof org.apache.kafka.common.errors.TimeoutException
                        ? "; check that its brokers run, and that the topic exists"
                        : "");
    }

    private Producer<byte[], byte[]> producer() {
        Producer<byte[], byte[]> open = producer;
        if (open == null) {
            Map<String, Object> client = new HashMap<>(properties);
            client.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
            client.put(ProducerConfig.CLIENT_ID_CONFIG, name);
            client.put(ProducerConfig.ACKS_CONFIG, "all");
            client.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
            client.put(ProducerConfig.RETRIES_CONFIG, Integer.MAX_VALUE);
            client.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, Integer.MAX_VALUE);
            client.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, METADATA_WITHIN_MILLIS);
            open = new KafkaProducer<>(client, new ByteArraySerializer(), new ByteArraySerializer());
            producer = open;
        }
        return open;
    }

    @Override
    public Optional<String> trouble() {
        return Optional.empty();
    }

    /** Interrupts suffice. */
    @Override
    public void cancel() {}

    /** Drops all records that are not sent. */
    @Override
    public void close() {
        Producer<byte[], byte[]> open = producer;
        producer = null;
        if (open != null) {
            boolean wasInterrupted = Thread.interrupted();
            open.close(Duration.ZERO);
            if (wasInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
