package io.weir.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.topic.BatchHeaders;
import io.weir.contract.topic.Rejection;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code weir tap}: shows what goes through a topic, in no consumer group, so nobody notices. */
@Command(
        name = "tap",
        description = "Shows what goes through a topic, as it comes, without ticks. Ends on Ctrl-C.",
        mixinStandardHelpOptions = true,
        showDefaultValues = true)
final class Tap implements Callable<Integer> {

    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(10);

    @Parameters(paramLabel = "TOPIC", description = "Such as metrics.storage, metrics.rejected or alarms.events.")
    private String topic = "";

    @Option(names = "--from-beginning", description = "All that the topic holds, not only what comes from now on.")
    private boolean fromBeginning;

    @Option(
            names = "--bootstrap",
            paramLabel = "HOST:PORT",
            description = "The Kafka.",
            defaultValue = EmbeddedBroker.HOST + ":9092")
    private String bootstrap = "";

    @Override
    public Integer call() {
        Map<String, Object> settings = Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrap,
                ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG,
                false,
                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                "read_committed");
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = partitions(consumer);
            if (partitions.isEmpty()) {
                System.err.println("no topic " + topic + " at " + bootstrap + "; there are: "
                        + String.join(", ", consumer.listTopics(ANSWER_WITHIN).keySet()));
                return 1;
            }
            consumer.assign(partitions);
            if (fromBeginning) {
                consumer.seekToBeginning(partitions);
            } else {
                consumer.seekToEnd(partitions);
            }
            while (true) {
                consumer.poll(ANSWER_WITHIN).forEach(record -> print(record, System.out));
            }
        } catch (TimeoutException e) {
            System.err.println("no Kafka answers at " + bootstrap
                    + ": start it (./weir up), or name another with --bootstrap HOST:PORT");
            return 1;
        } catch (KafkaException e) {
            Throwable reason = e.getCause() == null ? e : e.getCause();
            System.err.println("--bootstrap " + bootstrap + ": " + reason.getMessage() + "; such as 127.0.0.1:9092");
            return 1;
        }
    }

    private List<TopicPartition> partitions(KafkaConsumer<byte[], byte[]> consumer) {
        List<PartitionInfo> known = consumer.listTopics(ANSWER_WITHIN).getOrDefault(topic, List.of());
        return known.stream()
                .map(partition -> new TopicPartition(topic, partition.partition()))
                .toList();
    }

    /** A rejected line begins with why it was refused, and where. */
    private static void print(ConsumerRecord<byte[], byte[]> record, PrintStream to) {
        if (BatchHeaders.isTick(record.value())) {
            return;
        }
        Rejection rejection = Rejection.read(record.headers());
        if (!rejection.reason().isEmpty()) {
            to.print("[" + rejection.stage() + ": " + rejection.reason() + ", byte " + (rejection.at() + 1) + ", from "
                    + rejection.source() + "] ");
        }
        to.println(new String(record.value(), UTF_8).stripTrailing());
    }
}
