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
final class CommandSender {
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(20);

    private CommandSender() {}

    /** @throws StartException if there is no Kafka, or no answer in time; then the command may be obeyed later */
    static CommandReply ask(KafkaSettings kafka, AlarmCommand command) {
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
                    + command.id() + " waits in " + kafka.topics().commands());
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
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, (int) ANSWER_WITHIN.toMillis());
        byte[] key = command.target().path().getBytes(UTF_8);
        ProducerRecord<byte[], byte[]> record =
                new ProducerRecord<>(kafka.topics().commands(), key, AlarmJson.write(command));
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.send(record).get(ANSWER_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new StartException("Kafka does not take the command: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StartException("interrupted before Kafka took the command", e);
        }
    }
}
