package io.weir.contract.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.service.KafkaSettings;
import io.weir.contract.topic.Topics;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The settings of followers and of members of a group, by their Kafka names. */
class ConsumerSettingsTest {
    private final KafkaSettings kafka =
            new KafkaSettings("127.0.0.1:9092", Map.of("client.rack", "r1"), new Topics("a."), 1, (short) 1);

    @Test
    void followerJoinsNoGroupAndReadsOnWithTheOldestRecord() {
        assertThat(ConsumerSettings.follower(kafka).properties())
                .containsOnly(
                        Map.entry("bootstrap.servers", "127.0.0.1:9092"),
                        Map.entry("client.rack", "r1"),
                        Map.entry("allow.auto.create.topics", false),
                        Map.entry("auto.offset.reset", "earliest"));
    }

    @Test
    void memberCommitsItselfAndNeverJumps() {
        assertThat(ConsumerSettings.member(kafka, "weir-x").committedOnly().properties())
                .containsEntry("group.id", "a.weir-x")
                .containsEntry("client.id", "weir-x")
                .containsEntry("enable.auto.commit", false)
                .containsEntry("auto.offset.reset", "none")
                .containsEntry("isolation.level", "read_committed")
                .containsKeys("session.timeout.ms", "heartbeat.interval.ms");
    }

    @Test
    void anotherSettingLeavesTheOriginalAsItIs() {
        ConsumerSettings settings = ConsumerSettings.follower(kafka);

        assertThat(settings.with("client.id", "x").properties()).containsEntry("client.id", "x");
        assertThat(settings.properties()).doesNotContainKey("client.id");
    }
}
