package io.weir.standalone.alarms;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.alarm.AlarmCommand;
import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.alarm.CommandReply;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.StartException;
import io.weir.standalone.topic.TopicReader;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Sends a command to alarming and waits for the answer. */
public final class CommandSender {
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(20);

    /** First for Kafka to be found, then for the record to be written; nothing is sent once this is over. */
    private static final Duration TAKEN_WITHIN = Duration.ofSeconds(20);

    private CommandSender() {}

    /** @throws StartException if there is no Kafka, or no answer in time; then the command may be obeyed later */
    public static CommandReply ask(KafkaSettings kafka, AlarmCommand command) {
        AtomicReference<CommandReply> answer = new AtomicReference<>();
        try (TopicReader replies = TopicReader.open(kafka, kafka.topics().replies())) {
            replies.seekToEnd();
            send(kafka, command);
            long deadlineNanos = System.nanoTime() + ANSWER_WITHIN.toNanos();
            while (answer.get() == null && System.nanoTime() < deadlineNanos) {
                replies.poll(record -> take(record, command, answer));
            }
        }
        if (answer.get() == null) {
            throw new StartException("no answer within " + ANSWER_WITHIN.toSeconds() + " s: does alarming run? Command "
                    + command.id() + " waits in " + kafka.topics().commands() + ", and may still be obeyed");
        }
        return answer.get();
    }

    private static void take(
            ConsumerRecord<byte[], byte[]> record, AlarmCommand command, AtomicReference<CommandReply> answer) {
        if (record.key() != null && command.id().equals(new String(record.key(), UTF_8))) {
            answer.set(AlarmJson.readReply(record.value()));
        }
    }

    private static void send(KafkaSettings kafka, AlarmCommand command) {
        Map<String, Object> settings = kafka.clientProperties();
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, TAKEN_WITHIN.toMillis() / 2);
        settings.put(ProducerConfig.LINGER_MS_CONFIG, 0L);
        settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) TAKEN_WITHIN.toMillis() / 4);
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, (int) TAKEN_WITHIN.toMillis() / 2);
        byte[] key = command.target().path().getBytes(UTF_8);
        ProducerRecord<byte[], byte[]> record =
                new ProducerRecord<>(kafka.topics().commands(), key, AlarmJson.write(command));
        KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
        try {
            producer.send(record).get(TAKEN_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new StartException(
                    "Kafka has not confirmed command " + command.id() + ", it may still be obeyed: " + e.getMessage(),
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StartException("interrupted before Kafka took the command", e);
        } finally {
            producer.close(Duration.ZERO); // What was not sent by now is not to be sent behind the operator's back.
        }
    }
}
