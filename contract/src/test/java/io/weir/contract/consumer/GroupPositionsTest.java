package io.weir.contract.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.service.Health;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Where a partition is read after its assignment. ReplacedTopicTest and LostEndTest have a Kafka. */
class GroupPositionsTest {
    private static final TopicPartition PARTITION = new TopicPartition("in", 0);

    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none");
    private final List<String> begun = new ArrayList<>();
    private final List<OffsetAndMetadata> committable = new ArrayList<>();
    private final GroupPositions positions = new GroupPositions(consumer, this::ids, this::begins);
    private String id = "a";
    private boolean isKafkaAway;
    private boolean isEnding;

    @BeforeEach
    void assign() {
        consumer.updateBeginningOffsets(Map.of(PARTITION, 0L));
        consumer.assign(List.of(PARTITION));
        positions.assigned(List.of(PARTITION));
        assertThat(consumer.paused()).containsExactly(PARTITION);
    }

    @AfterEach
    void close() {
        consumer.close();
    }

    @Test
    void continuesAtTheCommittedOffsetOfTheSameTopic() {
        commit("a/3");
        positions.seek();

        assertPosition(7);
        assertThat(begun).isEmpty();
        assertThat(positions.committable(PARTITION, 7)).isEqualTo(new OffsetAndMetadata(7, "a/3"));
    }

    @Test
    void beginsATopicThatWasCreatedAgain() {
        commit("b/3");
        positions.seek();

        assertPosition(0);
        assertThat(begun).containsExactly("0 the topic was recreated");
        assertThat(positions.committable(PARTITION, 0)).isEqualTo(new OffsetAndMetadata(0, "a/"));
    }

    /** Kafka deletes the offsets of a group with the topic. */
    @Test
    void remembersTheTopicWithoutAnOffset() {
        positions.seek();
        assertPosition(0);
        assertThat(begun).isEmpty();

        reassign("b");
        positions.seek();
        assertPosition(0);
        assertThat(begun).containsExactly("0 the topic was recreated");
    }

    @Test
    void continuesWhereAnotherMemberHasReadTheNewTopic() {
        positions.seek();
        reassign("b");
        commit("b/0");
        positions.seek();

        assertPosition(7);
        assertThat(begun).isEmpty();
    }

    /** An administrator sets offsets without metadata. */
    @Test
    void continuesAtAnOffsetOfSomebodyElse() {
        for (String text : List.of("", "text", "/3", "a/x", "a/-3")) {
            begun.clear();
            reassign("a");
            commit(text);
            positions.seek();

            assertPosition(7);
            assertThat(begun).isEmpty();
            assertThat(positions.committable(PARTITION, 7)).isEqualTo(new OffsetAndMetadata(7, "a/"));
        }
    }

    @Test
    void reportsDeletedRecordsWithoutAnOffset() {
        consumer.updateBeginningOffsets(Map.of(PARTITION, 4L));
        positions.seek();

        assertPosition(4);
        assertThat(begun).singleElement().asString().startsWith("4 Kafka has no offset of the group");
    }

    /** The broker that has the only copy of the other one is away. */
    @Test
    void continuesWithoutTheFirstOffsetOfAPartition() {
        TopicPartition other = new TopicPartition("in", 1);
        consumer.assign(List.of(PARTITION, other));
        positions.assigned(List.of(other));
        commit("a/3");
        consumer.setOffsetsException(new KafkaException("no leader"));
        assertThatThrownBy(positions::seek).isInstanceOf(KafkaException.class);

        assertThat(positions.waiting()).containsExactly(other);
        assertThat(consumer.paused()).containsExactly(other);
        assertThat(consumer.position(PARTITION)).isEqualTo(7);
        assertThat(positions.committable(PARTITION, 7)).isEqualTo(new OffsetAndMetadata(7, "a/3"));
        positions.removed(List.of(PARTITION, other));
        assertThat(positions.hasRead("in")).isTrue();
    }

    /** It does not wait for Kafka in each turn. */
    @Test
    void asksForTheFirstOffsetFromTimeToTime() {
        consumer.setOffsetsException(new TimeoutException("no leader"));
        assertThatThrownBy(positions::seek)
                .isInstanceOf(TimeoutException.class)
                .hasMessageContaining("first offsets of [in-0]");
        positions.seek();
        assertThat(positions.waiting()).containsExactly(PARTITION);
        assertThat(positions.health(Health.running()).detail()).contains("where to read [in-0]");

        reassign("a");
        positions.seek();
        assertPosition(0);
        assertThat(positions.health(Health.running())).isEqualTo(Health.running());
    }

    /** Even if no record follows, the next start must not report the same again. */
    @Test
    void knowsTheNewTopicWhenItReportsIt() {
        positions.seek();
        reassign("b");
        positions.seek();

        assertThat(begun).containsExactly("0 the topic was recreated");
        assertThat(committable).containsExactly(new OffsetAndMetadata(0, "b/"));
    }

    @Test
    void waitsForKafkaAndForTheReport() {
        commit("b/3");
        isKafkaAway = true;
        assertThatThrownBy(positions::seek).isInstanceOf(KafkaException.class);
        assertThat(consumer.paused()).containsExactly(PARTITION);

        isKafkaAway = false;
        isEnding = true;
        positions.seek();
        assertThat(consumer.paused()).containsExactly(PARTITION);
        assertThat(positions.waiting()).containsExactly(PARTITION);

        isEnding = false;
        positions.seek();
        assertPosition(0);
        assertThat(begun).hasSize(2);
    }

    @Test
    void commitsTheEpochOfTheLastRecord() {
        positions.seek();
        readFirstRecord();
        assertThat(positions.committable(PARTITION, 1)).isEqualTo(new OffsetAndMetadata(1, "a/5"));

        // The position is one of another topic now, of which no record was read.
        id = "b";
        positions.moved(PARTITION);
        positions.seek();
        assertThat(positions.committable(PARTITION, 0)).isEqualTo(new OffsetAndMetadata(0, "b/"));
    }

    /** The position is the first one of the new topic, too, so nothing moves it. */
    @Test
    void knowsATopicThatWasCreatedAgainBeforeARecordWasRead() {
        positions.seek();
        id = "b";
        readFirstRecord();
        positions.seek();

        assertThat(positions.committable(PARTITION, 1)).isEqualTo(new OffsetAndMetadata(1, "b/5"));
    }

    /** It is at an offset of the old topic, which the next start must not take for one of the new topic. */
    @Test
    void keepsTheOldTopicOfAPartitionThatDidNotMove() {
        TopicPartition other = new TopicPartition("in", 1);
        consumer.assign(List.of(PARTITION, other));
        consumer.updateBeginningOffsets(Map.of(other, 0L));
        positions.assigned(List.of(other));
        commit("a/3");
        positions.seek();
        id = "b";
        positions.moved(other);
        positions.seek();

        assertThat(positions.committable(other, 0)).isEqualTo(new OffsetAndMetadata(0, "b/"));
        assertThat(positions.committable(PARTITION, 7)).isEqualTo(new OffsetAndMetadata(7, "a/3"));
    }

    @Test
    void keepsWhatTheOwnerCommits() {
        positions.seek();
        assertThat(positions.note(PARTITION)).isEmpty();
        consumer.commitSync(Map.of(PARTITION, positions.committable(PARTITION, 7, "x y")));
        assertThat(positions.note(PARTITION)).isEqualTo("x y");

        reassign("a");
        positions.seek();
        assertPosition(7);
        reassign("b");
        positions.seek();
        assertPosition(0);
    }

    private void readFirstRecord() {
        consumer.addRecord(new ConsumerRecord<>(
                "in",
                0,
                0,
                0,
                TimestampType.CREATE_TIME,
                0,
                0,
                new byte[0],
                new byte[0],
                new RecordHeaders(),
                Optional.of(5)));
        positions.read(consumer.poll(Duration.ZERO));
    }

    private void assertPosition(long offset) {
        assertThat(positions.waiting()).isEmpty();
        assertThat(consumer.paused()).isEmpty();
        assertThat(consumer.position(PARTITION)).isEqualTo(offset);
    }

    private void reassign(String newId) {
        positions.removed(List.of(PARTITION));
        id = newId;
        positions.assigned(List.of(PARTITION));
    }

    private void commit(String metadata) {
        consumer.commitSync(Map.of(PARTITION, new OffsetAndMetadata(7, Optional.of(9), metadata)));
    }

    private Map<String, String> ids(Set<String> topics) {
        if (isKafkaAway) {
            throw new KafkaException("away");
        }
        return Map.of("in", id);
    }

    private boolean begins(TopicPartition partition, long first, GroupPositions.Reason why) {
        begun.add(first + " " + why);
        committable.add(positions.committable(partition, first));
        return !isEnding;
    }
}
