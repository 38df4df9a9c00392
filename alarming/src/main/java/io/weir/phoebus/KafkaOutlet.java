package io.weir.phoebus;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.alarm.AlarmCommand;
import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.service.KafkaSettings;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * Writes to Phoebus' topics and to {@code alarms.commands}, in order. Its records in the topic of
 * configurations and states have a header that identifies them on reading. Used by one thread.
 */
final class KafkaOutlet implements Mirror.Outlet, AutoCloseable {

    private static final String HEADER = "weir";
    private static final int ANSWER_WITHIN_MILLIS = 5_000;
    private static final int DELIVER_WITHIN_MILLIS = 15_000;

    private final PhoebusTopics topics;
    private final String commands;
    private final PhoebusMeters meters;
    private final byte[] own = UUID.randomUUID().toString().getBytes(UTF_8);
    private final KafkaProducer<byte[], byte[]> producer;
    private volatile @Nullable Exception failure;

    KafkaOutlet(KafkaSettings kafka, PhoebusTopics topics, PhoebusMeters meters) {
        this.topics = topics;
        this.commands = kafka.topics().commands();
        this.meters = meters;
        Map<String, Object> settings = kafka.clientProperties();
        settings.put(ProducerConfig.CLIENT_ID_CONFIG, "weir-phoebus");
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, ANSWER_WITHIN_MILLIS);
        settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, ANSWER_WITHIN_MILLIS);
        // After this time, everything is read and compared again.
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, DELIVER_WITHIN_MILLIS);
        producer = new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }

    @Override
    public void write(String key, byte @Nullable [] value) {
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(topics.config(), 0, key.getBytes(UTF_8), value);
        record.headers().add(HEADER, own);
        send(record);
        meters.written();
    }

    @Override
    public void talk(String path, byte[] value) {
        send(new ProducerRecord<>(topics.talk(), 0, ("talk:" + path).getBytes(UTF_8), value));
        meters.talked();
    }

    /** Sends a command to alarming; it is durable after {@link #flush} returns. */
    void command(AlarmCommand command) {
        byte[] key = command.target().path().getBytes(UTF_8);
        send(new ProducerRecord<>(commands, 0, key, AlarmJson.write(command)));
    }

    /** Returns whether this outlet wrote the record. */
    boolean isOwn(Iterable<Header> headers) {
        for (Header header : headers) {
            if (header.key().equals(HEADER) && Arrays.equals(header.value(), own)) {
                return true;
            }
        }
        return false;
    }

    /** Returns after all records are written. */
    void flush() {
        producer.flush();
        requireNoFailure();
    }

    /**
     * @throws KafkaException if a record was not written; the state of later records is then
     *     unknown
     */
    void requireNoFailure() {
        Exception cause = failure;
        if (cause != null) {
            throw new KafkaException("a record was not written: " + cause.getMessage(), cause);
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // The callback receives failures.
    private void send(ProducerRecord<byte[], byte[]> record) {
        requireNoFailure();
        producer.send(record, (sent, cause) -> {
            if (cause != null) {
                failure = cause;
            }
        });
    }

    @Override
    public void close() {
        producer.close(Duration.ofSeconds(failure == null ? 2 : 0));
    }
}
