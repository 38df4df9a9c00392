package io.weir.contract.streams;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownMemberIdException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Offsets of an application for inputs that were deleted and created again since. Kafka deletes offsets with their topic,
 * but a last commit may arrive later, or an administrator may restore them. Such an offset has a higher leader epoch
 * than its partition, and Kafka's consumer waits until the partition reaches that epoch, perhaps forever.
 */
final class RecreatedInputs {
    private static final Logger LOG = LoggerFactory.getLogger(RecreatedInputs.class);

    private RecreatedInputs() {}

    /**
     * Moves such offsets to the first records of the new topics. To be called before the application starts. The tasks
     * report what they may have missed, because their state includes records of another log.
     *
     * @throws KafkaException if Kafka does not answer
     */
    static void reset(Admin admin, String application) {
        Map<TopicPartition, OffsetAndMetadata> old = StateCheck.asked(() -> ofOldTopics(admin, application));
        if (old.isEmpty()) {
            return;
        }
        Map<TopicPartition, OffsetAndMetadata> first = StateCheck.asked(() -> first(admin, old));
        try {
            StateCheck.asked(() ->
                    admin.alterConsumerGroupOffsets(application, first).all().get());
            LOG.warn("topics were recreated since group {} read them: {} continue at {}", application, old, first);
        } catch (UnknownMemberIdException e) {
            LOG.warn(
                    "topics were recreated since group {} read them: {}. It has other members, so its offsets stay;"
                            + " end all instances and start them again",
                    application,
                    old);
        }
    }

    private static Map<TopicPartition, OffsetAndMetadata> ofOldTopics(Admin admin, String application)
            throws ExecutionException, InterruptedException {
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>(admin.listConsumerGroupOffsets(application)
                .partitionsToOffsetAndMetadata()
                .get());
        offsets.values()
                .removeIf(offset -> offset == null || offset.leaderEpoch().isEmpty());
        offsets.keySet().retainAll(existing(admin, offsets.keySet()));
        Map<TopicPartition, ListOffsetsResultInfo> ends = ask(admin, offsets.keySet(), OffsetSpec.latest());
        offsets.entrySet().removeIf(each -> !isAbove(each.getValue(), ends.get(each.getKey())));
        return offsets;
    }

    /** The first offsets, with the metadata of the old ones, which have the ids of changelogs. */
    private static Map<TopicPartition, OffsetAndMetadata> first(Admin admin, Map<TopicPartition, OffsetAndMetadata> old)
            throws ExecutionException, InterruptedException {
        Map<TopicPartition, OffsetAndMetadata> first = new HashMap<>();
        ask(admin, old.keySet(), OffsetSpec.earliest()).forEach((partition, of) -> {
            String metadata = Objects.requireNonNull(old.get(partition)).metadata();
            first.put(partition, new OffsetAndMetadata(of.offset(), Optional.empty(), metadata));
        });
        return first;
    }

    /** Kafka answers no question about others within its time limit. */
    private static Set<TopicPartition> existing(Admin admin, Set<TopicPartition> partitions)
            throws ExecutionException, InterruptedException {
        Set<String> topics = partitions.stream().map(TopicPartition::topic).collect(Collectors.toSet());
        topics.retainAll(admin.listTopics().names().get());
        return admin.describeTopics(topics).allTopicNames().get().values().stream()
                .flatMap(topic -> topic.partitions().stream()
                        .map(partition -> new TopicPartition(topic.name(), partition.partition())))
                .collect(Collectors.toSet());
    }

    private static Map<TopicPartition, ListOffsetsResultInfo> ask(
            Admin admin, Set<TopicPartition> partitions, OffsetSpec which)
            throws ExecutionException, InterruptedException {
        return admin.listOffsets(partitions.stream().collect(Collectors.toMap(each -> each, each -> which)))
                .all()
                .get();
    }

    private static boolean isAbove(OffsetAndMetadata offset, @Nullable ListOffsetsResultInfo end) {
        int epoch = offset.leaderEpoch().orElse(0);
        return end != null && end.leaderEpoch().filter(now -> now < epoch).isPresent();
    }
}
