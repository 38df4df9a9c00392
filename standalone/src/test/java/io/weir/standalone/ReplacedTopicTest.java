package io.weir.standalone;

import static io.weir.standalone.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.MissedRecords;
import io.weir.contract.service.RejectedRecords;
import io.weir.contract.topic.Rejection;
import io.weir.contract.topic.TopicCreator;
import io.weir.contract.topic.Topics;
import io.weir.delivery.Begin;
import io.weir.delivery.Delivery;
import io.weir.delivery.DeliveryWorker;
import io.weir.standalone.embedded.EmbeddedBroker;
import io.weir.writer.testing.FreePorts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.ObjLongConsumer;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A topic is created again under the reader of the notifier and of the relay. The leader epochs of the new topic begin
 * at 0, and are lower than those of the old one, because the broker was restarted before.
 */
class ReplacedTopicTest {
    private static final String TOPIC = "replaced";

    private final KafkaSettings kafka;
    private final EmbeddedBroker broker;
    private final TestTopics topics;
    private final Admin admin;

    ReplacedTopicTest(@TempDir Path directory) throws Exception {
        int port = FreePorts.next();
        kafka = new KafkaSettings(EmbeddedBroker.HOST + ":" + port, Map.of(), new Topics(""), 1, (short) 1);
        try (EmbeddedBroker before = EmbeddedBroker.start(directory, port, FreePorts.next());
                Admin creator = Admin.create(kafka.clientProperties())) {
            assertThat(before.bootstrap()).isEqualTo(kafka.bootstrap());
            TopicCreator.ensure(creator, kafka.declarations());
            creator.createTopics(List.of(new NewTopic(TOPIC, 1, (short) 1)))
                    .all()
                    .get();
        }
        broker = EmbeddedBroker.start(directory, port, FreePorts.next());
        topics = new TestTopics(broker);
        admin = Admin.create(kafka.clientProperties());
    }

    @AfterEach
    void close() {
        admin.close();
        topics.close();
        broker.close();
    }

    @Test
    void aReaderThatWasAwayReadsEveryRecordOfTheNewTopic() throws Exception {
        List<String> old = send("old", 20);
        try (Reader reader = new Reader()) {
            reader.awaits(old);
        }
        RecreatedTopic.recreate(admin, TOPIC, 1);
        List<String> all = send("new", 5);
        try (Reader reader = new Reader()) {
            reader.awaits(all);
        }
    }

    @Test
    void aRunningReaderReadsEveryRecordOfTheNewTopicAndReportsIt() throws Exception {
        try (Reader reader = new Reader()) {
            reader.awaits(send("old", 20));
            RecreatedTopic.recreate(admin, TOPIC, 1);
            List<String> all = send("new", 5);
            eventually("the new topic is read", () -> reader.received.containsAll(all));
            assertThat(reader.received.subList(20, reader.received.size())).isEqualTo(all);
        }
        assertThat(topics.read(kafka.topics().rejected(), 1))
                .extracting(record -> Rejection.read(record.headers()).source())
                .singleElement()
                .asString()
                .startsWith(TOPIC + "/0/");
    }

    private List<String> send(String name, int count) {
        List<String> sent = IntStream.range(0, count).mapToObj(i -> name + i).toList();
        sent.forEach(each -> topics.send(TOPIC, each.getBytes(UTF_8)));
        return sent;
    }

    /** Accepts all records, and commits them at its end. */
    private final class Reader implements Delivery, AutoCloseable {
        private final List<String> received = new CopyOnWriteArrayList<>();
        private final RejectedRecords rejected = new RejectedRecords("test", kafka);
        private final DeliveryWorker worker = new DeliveryWorker(
                "test",
                new DeliveryWorker.Reading("test", Set.of(TOPIC), Begin.OLDEST),
                kafka,
                new MissedRecords("test", new SimpleMeterRegistry(), rejected),
                this);
        private volatile boolean hasEnded;

        Reader() {
            worker.start();
        }

        void awaits(List<String> records) {
            eventually("the records are read", () -> received.size() >= records.size());
            assertThat(received).isEqualTo(records);
        }

        @Override
        public Duration deliver(Deque<ConsumerRecord<byte[], byte[]>> waiting, ObjLongConsumer<TopicPartition> done) {
            while (!waiting.isEmpty()) {
                ConsumerRecord<byte[], byte[]> record = waiting.remove();
                received.add(new String(record.value(), UTF_8));
                done.accept(new TopicPartition(record.topic(), record.partition()), record.offset() + 1);
            }
            return Duration.ZERO;
        }

        @Override
        public Optional<String> trouble() {
            return Optional.empty();
        }

        /** Also called by the worker when it ends. */
        @Override
        public void close() {
            if (!hasEnded) {
                hasEnded = true;
                worker.end();
                worker.join(10_000);
                rejected.close();
            }
        }
    }
}
