package io.weir.contract.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class TopicsTest {

    private final List<TopicDeclaration> declared = new Topics("site-a.").declarations(6, (short) 3);

    private final Map<String, TopicDeclaration> byName =
            declared.stream().collect(Collectors.toMap(TopicDeclaration::name, Function.identity()));

    @Test
    void declaresEveryTopicThatHasAName() {
        Set<String> named = Arrays.stream(Topics.class.getMethods())
                .filter(method -> method.getDeclaringClass() == Topics.class
                        && method.getReturnType() == String.class
                        && method.getParameterCount() == 0
                        && !Set.of("prefix", "toString").contains(method.getName()))
                .map(method -> {
                    try {
                        return (String) method.invoke(new Topics("site-a."));
                    } catch (ReflectiveOperationException e) {
                        throw new LinkageError(e.getMessage(), e);
                    }
                })
                .collect(Collectors.toSet());

        assertThat(byName.keySet()).isEqualTo(named).hasSize(19).contains("site-a.metrics.raw");
    }

    @Test
    void usesTheConfiguredPartitions() {
        assertThat(declared).allSatisfy(topic -> assertThat(topic.partitions())
                .as(topic.name())
                .isEqualTo(topic.name().contains(".metrics.") || topic.name().endsWith("weir.clock") ? 6 : 1));
    }

    @Test
    void boundsEveryDeletedTopicByTimeAndBytes() {
        assertThat(declared)
                .filteredOn(topic -> "delete".equals(topic.configs().get("cleanup.policy")))
                .hasSize(14)
                .allSatisfy(topic -> assertThat(topic.configs()).containsKeys("retention.ms", "retention.bytes"));
    }

    @Test
    void compactsStateAndRules() {
        assertThat(declared)
                .filteredOn(topic -> "compact".equals(topic.configs().get("cleanup.policy")))
                .extracting(TopicDeclaration::name)
                .containsExactly(
                        "site-a.control.state",
                        "site-a.alarms.state",
                        "site-a.weir.late",
                        "site-a.weir.hosts",
                        "site-a.weir.rules");
    }

    @Test
    void takesAnyTimestampAsTheGatewayGaveIt() {
        assertThat(declared).allSatisfy(topic -> assertThat(topic.configs())
                .containsEntry(
                        "message.timestamp.type",
                        Set.of("site-a.weir.clock", "site-a.control.state").contains(topic.name())
                                ? "LogAppendTime"
                                : "CreateTime")
                .containsEntry("message.timestamp.before.max.ms", "9223372036854775807")
                .containsEntry("message.timestamp.after.max.ms", "9223372036854775807"));
    }

    @Test
    void refusesAPrefixThatKafkaWouldNotTake() {
        assertThatThrownBy(() -> new Topics("site a/"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("topic prefix must be at most 100 of A-Z a-z 0-9 . _ -, was 'site a/'");
    }
}
