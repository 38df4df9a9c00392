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
     */
    static void reset(Admin admin, String application) throws ExecutionException, InterruptedException {
        Map<TopicPartition, OffsetAndMetadata> committed = new HashMap<>(admin.listConsumerGroupOffsets(application)
                .partitionsToOffsetAndMetadata()
                .get());
        committed
                .values()
                .removeIf(offset -> offset == null || offset.leaderEpoch().isEmpty());
        committed.keySet().retainAll(existing(admin, committed.keySet()));
        Map<TopicPartition, ListOffsetsResultInfo> ends = offsets(admin, committed.keySet(), OffsetSpec.latest());
        committed.entrySet().removeIf(each -> !isAbove(each.getValue(), ends.get(each.getKey())));
        if (committed.isEmpty()) {
            return;
        }
        Map<TopicPartition, OffsetAndMetadata> first = new HashMap<>();
        offsets(admin, committed.keySet(), OffsetSpec.earliest()).forEach((partition, of) -> {
            OffsetAndMetadata before = Objects.requireNonNull(committed.get(partition));
            first.put(partition, new OffsetAndMetadata(of.offset(), Optional.empty(), before.metadata()));
        });
        try {
            admin.alterConsumerGroupOffsets(application, first).all().get();
            LOG.warn(
                    "topics were recreated since group {} read them: {} continue at {}", application, committed, first);
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof UnknownMemberIdException)) {
                throw e;
            }
            LOG.warn(
                    "topics were recreated since group {} read them: {}. It has other members, so its offsets stay;"
                            + " end all instances and start them again",
                    application,
                    committed);
        }
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

    private static Map<TopicPartition, ListOffsetsResultInfo> offsets(
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
