package io.weir.standalone.topic;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.topic.Topics;
import java.util.List;
import org.junit.jupiter.api.Test;

class TopicNameTest {
    private static final Topics TOPICS = new Topics("p2.");

    @Test
    void aTopicIsCalledByItsShortItsPlainAndItsWholeName() {
        assertThat(TopicName.of("storage", TOPICS)).isEqualTo("p2.metrics.storage");
        assertThat(TopicName.of("alarms.events", TOPICS)).isEqualTo("p2.alarms.events");
        assertThat(TopicName.of("p2.weir.rules", TOPICS)).isEqualTo("p2.weir.rules");
        assertThat(TopicName.of("theirs", TOPICS)).isEqualTo("theirs");
    }

    @Test
    void shortNamesAreUniqueAndPreferTopicsOfAlarms() {
        assertThat(TOPICS.declarations(1, (short) 1))
                .filteredOn(topic ->
                        !List.of(TOPICS.farmState(), TOPICS.actionReplies()).contains(topic.name()))
                .allSatisfy(topic -> assertThat(TopicName.of(topic.name().replaceFirst(".*\\.", ""), TOPICS))
                        .isEqualTo(topic.name()));
    }

    @Test
    void anUnknownNameIsAnsweredWithTheNearestOrWithAllThereAre() {
        List<String> existing = List.of("p2.metrics.raw", "__consumer_offsets");

        assertThat(TopicName.missing("storge", TOPICS, existing))
                .hasMessage("no topic \"storge\"; did you mean \"storage\"?");
        assertThat(TopicName.missing("xyz", TOPICS, existing))
                .hasMessage("no topic \"xyz\"; the topics are: p2.metrics.raw");
        assertThat(TopicName.missing("p2.alarms.events", TOPICS, existing))
                .hasMessageContaining("does not exist yet")
                .hasMessageContaining("weir up");
    }
}
