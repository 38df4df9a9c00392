package io.weir.standalone.alarms;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.alarm.AlarmCommand;
import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.alarm.CommandReply;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.StartException;
import io.weir.standalone.topic.KafkaFailure;
import io.weir.standalone.topic.TopicReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Sends commands to alarming and waits for the answers. */
public final class CommandSender {
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(20);

    /**
     * The limit first for connecting to Kafka, then for its acknowledgements; nothing is sent
     * afterwards.
     */
    private static final Duration TAKEN_WITHIN = Duration.ofSeconds(20);

    private CommandSender() {}

    /**
     * @throws StartException if there is no Kafka, or no answer in time; then alarming may execute
     * the command later
     */
    public static CommandReply ask(KafkaSettings kafka, AlarmCommand command) {
        return ask(kafka, List.of(command)).get(0);
    }

    /**
     * Sends all commands, then waits for the answers.
     *
     * @return the answers that arrived in time, at least one, in the order of their arrival;
     * alarming may execute a command without an answer later
     * @throws StartException if there is no Kafka, or no answer in time; then alarming may execute
     * the commands later
     */
    public static List<CommandReply> ask(KafkaSettings kafka, List<AlarmCommand> commands) {
        Set<String> open = new HashSet<>();
        commands.forEach(command -> open.add(command.id()));
        List<CommandReply> answers = new ArrayList<>();
        try (TopicReader replies = TopicReader.open(kafka, kafka.topics().replies())) {
            replies.seekToEnd();
            send(kafka, commands);
            long deadlineNanos = System.nanoTime() + ANSWER_WITHIN.toNanos();
            while (!open.isEmpty() && System.nanoTime() < deadlineNanos) {
                replies.poll(record -> {
                    if (record.key() != null && open.remove(new String(record.key(), UTF_8))) {
                        answers.add(AlarmJson.readReply(record.value()));
                    }
                });
            }
        }
        if (answers.isEmpty()) {
            throw new StartException("no answer within " + ANSWER_WITHIN.toSeconds() + " s: does alarming run? "
                    + name(commands) + " in " + kafka.topics().commands() + ", and may still be executed");
        }
        return answers;
    }

    private static String name(List<AlarmCommand> commands) {
        return commands.size() == 1 ? "Command " + commands.get(0).id() + " waits" : commands.size() + " commands wait";
    }

    private static void send(KafkaSettings kafka, List<AlarmCommand> commands) {
        Map<String, Object> settings = kafka.clientProperties();
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, TAKEN_WITHIN.toMillis() / 2);
        settings.put(ProducerConfig.LINGER_MS_CONFIG, 0L);
        settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) TAKEN_WITHIN.toMillis() / 4);
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, (int) TAKEN_WITHIN.toMillis() / 2);
        KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
        try {
            List<Future<?>> sent = new ArrayList<>();
            commands.forEach(command -> sent.add(producer.send(record(kafka, command))));
            for (Future<?> each : sent) {
                each.get(TAKEN_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
            }
        } catch (ExecutionException | TimeoutException e) {
            throw new StartException(
                    "Kafka has not confirmed "
                            + (commands.size() == 1
                                    ? "command " + commands.get(0).id() + ", it"
                                    : commands.size() + " commands, they")
                            + " may still be executed: " + KafkaFailure.reason(e),
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StartException("interrupted before Kafka accepted the command", e);
        } finally {
            producer.close(Duration.ZERO); // Unsent commands must not be sent later without the operator's knowledge.
        }
    }

    private static ProducerRecord<byte[], byte[]> record(KafkaSettings kafka, AlarmCommand command) {
        byte[] key = command.target().path().getBytes(UTF_8);
        return new ProducerRecord<>(kafka.topics().commands(), key, AlarmJson.write(command));
    }
}
