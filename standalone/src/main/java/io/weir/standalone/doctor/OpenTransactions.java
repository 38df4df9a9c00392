package io.weir.standalone.doctor;

import io.weir.contract.topic.TopicDeclaration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeProducersResult;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.internals.Topic;
import org.apache.kafka.common.utils.Utils;

/**
 * Finds transactions that stay open in the topics that alarming reads and writes. Consumers that
 * read only committed records wait for them. The coordinator ends all other transactions in time,
 * but never those that it has skipped.
 */
final class OpenTransactions {

    /**
     * More than the maximum duration of alarming's transactions (5 s) plus the interval at which
     * the coordinator checks for expired ones (10 s).
     */
    static final Duration LONGEST = Duration.ofSeconds(18);

    private static final long LOOK_EVERY_MILLIS = 250;

    private final Admin admin;
    private final String application;
    private final Set<String> declared;

    private OpenTransactions(Admin admin, String application, Set<String> declared) {
        this.admin = admin;
        this.application = application;
        this.declared = declared;
    }

    /**
     * Returns immediately if no transaction is open, and early if all open ones end.
     *
     * @param prefix of the topics and of the names of applications
     * @param patience how long a transaction may stay open
     */
    static List<OpenTransaction> read(Admin admin, String prefix, List<TopicDeclaration> topics, Duration patience) {
        Set<String> declared = new HashSet<>();
        topics.forEach(each -> declared.add(each.name()));
        return new OpenTransactions(admin, prefix + "weir-alarming", declared).longerThan(patience);
    }

    private List<OpenTransaction> longerThan(Duration patience) {
        long beginNanos = System.nanoTime();
        List<OpenTransaction> open = in(partitions());
        while (!open.isEmpty() && System.nanoTime() - beginNanos < patience.toNanos()) {
            pause();
            Set<OpenTransaction> now =
                    Set.copyOf(in(open.stream().map(OpenTransaction::partition).toList()));
            open = open.stream().filter(now::contains).toList();
        }
        return open;
    }

    private List<OpenTransaction> in(Collection<TopicPartition> partitions) {
        DescribeProducersResult producers = admin.describeProducers(partitions);
        return partitions.stream()
                .flatMap(each -> KafkaAnswer.of(producers.partitionResult(each)).stream()
                        .flatMap(state -> state.activeProducers().stream())
                        .map(producer -> producer.currentTransactionStartOffset())
                        .flatMapToLong(OptionalLong::stream)
                        .mapToObj(offset -> new OpenTransaction(each, offset)))
                .toList();
    }

    /** Partitions that have a leader and that the client may describe. */
    private List<TopicPartition> partitions() {
        Set<String> all = KafkaAnswer.of(admin.listTopics(new ListTopicsOptions().listInternal(true))
                        .names())
                .orElse(Set.of());
        List<String> ours = all.stream().filter(this::isOurs).toList();
        List<TopicPartition> partitions = new ArrayList<>();
        admin.describeTopics(ours).topicNameValues().values().stream()
                .map(KafkaAnswer::of)
                .flatMap(Optional::stream)
                .forEach(topic -> partitions.addAll(partitions(topic)));
        return partitions;
    }

    private boolean isOurs(String topic) {
        return declared.contains(topic)
                || topic.startsWith(application + "-")
                || topic.equals(Topic.GROUP_METADATA_TOPIC_NAME);
    }

    private List<TopicPartition> partitions(TopicDescription topic) {
        int count = topic.partitions().size();
        // Of the topic with the offsets of all groups, only the partition of this group.
        int offsets = Utils.abs(application.hashCode()) % count;
        boolean isOffsets = topic.name().equals(Topic.GROUP_METADATA_TOPIC_NAME);
        return topic.partitions().stream()
                .filter(each -> each.leader() != null)
                .filter(each -> !isOffsets || each.partition() == offsets)
                .map(each -> new TopicPartition(topic.name(), each.partition()))
                .toList();
    }

    private static void pause() {
        try {
            Thread.sleep(LOOK_EVERY_MILLIS);
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }
}
