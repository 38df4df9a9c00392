package io.weir.standalone;

import static io.weir.standalone.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.contract.consumer.ConsumerSettings;
import io.weir.contract.consumer.GroupOffsets;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.MissedRecords;
import io.weir.contract.service.RejectedRecords;
import io.weir.contract.service.Resumption;
import io.weir.contract.topic.Topics;
import io.weir.standalone.embedded.EmbeddedBroker;
import io.weir.writer.testing.FreePorts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A topic is created again while a reader that commits offsets with their leader epochs is away. */
class ReplacedTopicTest {
    private static final String TOPIC = "replaced";

    @Test
    void everyRecordOfTheNewTopicIsRead(@TempDir Path directory) throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.start(directory, FreePorts.next(), FreePorts.next());
                TestTopics topics = new TestTopics(broker)) {
            KafkaSettings kafka = new KafkaSettings(broker.bootstrap(), Map.of(), new Topics(""), 1, (short) 1);
            try (Admin admin = Admin.create(kafka.clientProperties())) {
                admin.createTopics(List.of(new NewTopic(TOPIC, 1, (short) 1)))
                        .all()
                        .get();
                List<String> old = send(topics, "old", 20);
                assertThat(read(kafka, old.size())).isEqualTo(old);

                RecreatedTopic.recreate(admin, TOPIC, 1);
            }
            List<String> all = send(topics, "new", 5);
            assertThat(read(kafka, all.size())).isEqualTo(all);
        }
    }

    private static List<String> send(TestTopics topics, String name, int count) {
        List<String> sent = IntStream.range(0, count).mapToObj(i -> name + i).toList();
        sent.forEach(each -> topics.send(TOPIC, each.getBytes(UTF_8)));
        return sent;
    }

    /** Reads as a member of a group until it has so many records, and commits their offsets. */
    private static List<String> read(KafkaSettings kafka, int count) {
        List<String> read = new ArrayList<>();
        try (RejectedRecords rejected = new RejectedRecords("test", kafka);
                Consumer<byte[], byte[]> consumer =
                        ConsumerSettings.member(kafka, "test").open()) {
            GroupOffsets offsets = new GroupOffsets(consumer, "records are read again");
            MissedRecords missed = new MissedRecords("test", new SimpleMeterRegistry(), rejected);
            Resumption resumption = new Resumption(consumer, missed, offsets::move);
            consumer.subscribe(List.of(TOPIC));
            eventually("the records are read", () -> {
                ConsumerRecords<byte[], byte[]> records = resumption.poll(Duration.ofMillis(100));
                offsets.read(records);
                for (ConsumerRecord<byte[], byte[]> record : records) {
                    read.add(new String(record.value(), UTF_8));
                    offsets.set(new TopicPartition(TOPIC, record.partition()), record.offset() + 1);
                }
                return read.size() >= count;
            });
            offsets.commitAndWait();
        }
        return read;
    }
}
