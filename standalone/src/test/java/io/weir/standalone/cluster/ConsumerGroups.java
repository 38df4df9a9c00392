package io.weir.standalone.cluster;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;

/** How far consumer groups are, and who they are. */
record ConsumerGroups(Admin admin) {

    /** The sum of the offsets that a group has committed. */
    long committed(String group) {
        return offsets(group).values().stream().mapToLong(Long::longValue).sum();
    }

    /** The sum of the ends of the partitions in which a group has committed offsets. */
    long ends(String group) {
        return ask(admin.listOffsets(offsets(group).keySet().stream()
                                .collect(Collectors.toMap(partition -> partition, partition -> OffsetSpec.latest())))
                        .all())
                .values()
                .stream()
                .mapToLong(end -> end.offset())
                .sum();
    }

    /** The client ids of the members of a group. */
    Set<String> clients(String group) {
        return ask(admin.describeConsumerGroups(Set.of(group)).all()).values().stream()
                .flatMap(description -> description.members().stream())
                .map(MemberDescription::clientId)
                .collect(Collectors.toSet());
    }

    private Map<TopicPartition, Long> offsets(String group) {
        return ask(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata()).entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, offset -> offset.getValue().offset()));
    }

    private static <T> T ask(KafkaFuture<T> answer) {
        try {
            return answer.get();
        } catch (ExecutionException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
