package io.weir.standalone.notify;

import static io.weir.contract.alarm.AlarmState.NORMAL;
import static io.weir.contract.alarm.AlarmState.UNACKNOWLEDGED;
import static io.weir.contract.alarm.Severity.MAJOR;
import static io.weir.contract.alarm.Severity.OK;
import static io.weir.standalone.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.consumer.AlarmFollower;
import io.weir.contract.consumer.AlarmListener;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.topic.TopicCreator;
import io.weir.contract.topic.Topics;
import io.weir.standalone.TestTopics;
import io.weir.standalone.embedded.EmbeddedBroker;
import io.weir.writer.testing.FreePorts;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The calls that a follower of {@code alarms.state} in a real Kafka makes. */
class AlarmFollowerTest {
    private final EmbeddedBroker broker;
    private final KafkaSettings kafka;
    private final TestTopics topics;
    private final AlarmRecords alarms;
    private final Listener listener = new Listener();

    /** Records the calls as text. */
    private static final class Listener implements AlarmListener {
        private final List<String> calls = new CopyOnWriteArrayList<>();

        @Override
        public void onState(AlarmEvent state) {
            calls.add(state.transition() + " " + state.to());
        }

        @Override
        public void onRemoved(String id) {
            calls.add(id + " removed");
        }

        @Override
        public void onUnreadable() {
            calls.add("unreadable");
        }

        @Override
        public void onCaughtUp() {
            calls.add("caught up");
        }
    }

    AlarmFollowerTest(@TempDir Path directory) {
        broker = EmbeddedBroker.start(directory, FreePorts.next(), FreePorts.next());
        kafka = new KafkaSettings(broker.bootstrap(), Map.of(), new Topics("a."), 1, (short) 1);
        topics = new TestTopics(broker);
        alarms = new AlarmRecords(topics, kafka.topics());
    }

    @BeforeEach
    void createTopics() {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrap()))) {
            TopicCreator.ensure(admin, kafka.declarations());
        }
    }

    @AfterEach
    void stopKafka() {
        topics.close();
        broker.close();
    }

    @Test
    void deliversAllStatesThenCaughtUpThenEachChange() {
        alarms.say("flp1", UNACKNOWLEDGED, MAJOR);
        alarms.say("flp2", UNACKNOWLEDGED, MAJOR);
        alarms.flush();
        topics.send(new ProducerRecord<>("a.alarms.state", 0, "x".getBytes(UTF_8), "no JSON".getBytes(UTF_8)));
        abortedAlarm();
        try (AlarmFollower follower = new AlarmFollower("test", kafka, listener)) {
            assertThat(follower.health().ready()).isFalse();
            follower.start();
            eventually("the listener has caught up", () -> listener.calls.contains("caught up"));
            eventually("the follower is ready", () -> follower.health().ready());

            alarms.say("flp1", NORMAL, OK);
            alarms.flush();
            alarms.forget("flp1");
            eventually("the removal is reported", () -> listener.calls.contains("cpu-high/flp1 removed"));
        }
        alarms.say("flp2", NORMAL, OK);
        alarms.flush();

        assertThat(listener.calls)
                .containsExactly(
                        "cpu-high/flp1#1 UNACKNOWLEDGED",
                        "cpu-high/flp2#1 UNACKNOWLEDGED",
                        "unreadable",
                        "caught up",
                        "cpu-high/flp1#2 NORMAL",
                        "cpu-high/flp1 removed");
    }

    /** Written, but never committed. */
    @SuppressWarnings("FutureReturnValueIgnored") // The callback receives failures.
    private void abortedAlarm() {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.bootstrap(), "transactional.id", "test"),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            producer.initTransactions();
            producer.beginTransaction();
            topics.read("a.alarms.state", 1)
                    .forEach(record -> producer.send(
                            new ProducerRecord<>("a.alarms.state", 0, record.key(), record.value()),
                            (sent, failure) -> assertThat(failure).isNull()));
            producer.flush();
            producer.abortTransaction();
        }
    }
}
