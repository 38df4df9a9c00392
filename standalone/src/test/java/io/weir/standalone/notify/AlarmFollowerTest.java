package io.weir.standalone.notify;

import static io.weir.contract.alarm.AlarmState.NORMAL;
import static io.weir.contract.alarm.AlarmState.UNACKNOWLEDGED;
import static io.weir.contract.alarm.Severity.MAJOR;
import static io.weir.contract.alarm.Severity.OK;
import static io.weir.standalone.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.follow.AlarmFollower;
import io.weir.contract.follow.AlarmListener;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.topic.TopicCreator;
import io.weir.contract.topic.Topics;
import io.weir.standalone.EmbeddedBroker;
import io.weir.standalone.TestTopics;
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
    private final Told told = new Told();

    /** Records the calls as text. */
    private static final class Told implements AlarmListener {
        private final List<String> words = new CopyOnWriteArrayList<>();

        @Override
        public void is(AlarmEvent state) {
            words.add(state.transition() + " " + state.to());
        }

        @Override
        public void isGone(String id) {
            words.add(id + " gone");
        }

        @Override
        public void isUnreadable() {
            words.add("unreadable");
        }

        @Override
        public void isWhole() {
            words.add("whole");
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
    void isToldWhatThereIsThenThatItIsAllThenEachChange() {
        alarms.say("flp1", UNACKNOWLEDGED, MAJOR);
        alarms.say("flp2", UNACKNOWLEDGED, MAJOR);
        alarms.flush();
        topics.send(new ProducerRecord<>("a.alarms.state", 0, "x".getBytes(UTF_8), "no JSON".getBytes(UTF_8)));
        abortedAlarm();
        try (AlarmFollower follower = new AlarmFollower("test", kafka, told)) {
            assertThat(follower.health().ready()).isFalse();
            follower.start();
            eventually("all is told", () -> told.words.contains("whole"));
            eventually("it is ready", () -> follower.health().ready());

            alarms.say("flp1", NORMAL, OK);
            alarms.flush();
            alarms.forget("flp1");
            eventually("the last is told", () -> told.words.contains("cpu-high/flp1 gone"));
        }
        alarms.say("flp2", NORMAL, OK);
        alarms.flush();

        assertThat(told.words)
                .containsExactly(
                        "cpu-high/flp1#1 UNACKNOWLEDGED",
                        "cpu-high/flp2#1 UNACKNOWLEDGED",
                        "unreadable",
                        "whole",
                        "cpu-high/flp1#2 NORMAL",
                        "cpu-high/flp1 gone");
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
