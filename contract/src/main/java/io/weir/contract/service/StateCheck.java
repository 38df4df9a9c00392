package io.weir.contract.service;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyDescription.Node;
import org.apache.kafka.streams.TopologyDescription.Processor;
import org.apache.kafka.streams.TopologyDescription.Source;
import org.apache.kafka.streams.TopologyDescription.Subtopology;

/**
 * Checks, before a topology starts, whether the state for its committed offsets exists. If a
 * changelog was deleted or recreated, a service that continues at its offsets silently computes
 * wrong results.
 */
public final class StateCheck {

    /**
     * Metadata of a committed offset at which a service may begin without state, because an
     * operator discarded the state.
     */
    public static final String GIVEN_UP = "state-given-up";

    private final Admin admin;
    private final String application;

    /** Uses this client to read the application's topics and offsets. */
    StateCheck(Admin admin, String application) {
        this.admin = admin;
        this.application = application;
    }

    /**
     * The mistake with its remedy; empty if the state is complete.
     *
     * @throws KafkaException if Kafka does not answer
     */
    Optional<String> mistake(Topology topology) {
        try {
            Map<TopicPartition, OffsetAndMetadata> committed = admin.listConsumerGroupOffsets(application)
                    .partitionsToOffsetAndMetadata()
                    .get();
            Set<String> existing = admin.listTopics().names().get();
            List<String> gone = new ArrayList<>();
            for (Subtopology part : topology.describe().subtopologies()) {
                gone.addAll(gone(part, committed, existing));
            }
            return gone.isEmpty() ? Optional.empty() : Optional.of(message(gone));
        } catch (ExecutionException e) {
            throw e.getCause() instanceof KafkaException cause ? cause : new KafkaException(e.getCause());
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    private String message(List<String> gone) {
        String service = application.substring(application.lastIndexOf('-') + 1);
        return "state is missing for the offsets of group " + application + ": " + String.join(", ", gone)
                + " empty or deleted. Restore the topics, or discard the state with: weir reset " + service
                + " (docs/operations.md, \"State that cannot be read\")";
    }

    /**
     * Missing changelogs, and all changelogs if one partition with committed input offsets is empty
     * in every changelog.
     */
    private Set<String> gone(Subtopology part, Map<TopicPartition, OffsetAndMetadata> committed, Set<String> existing)
            throws ExecutionException, InterruptedException {
        Set<Integer> partitions = committedPartitions(part, committed);
        Set<String> changelogs = changelogs(part);
        Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
        for (String changelog : changelogs) {
            if (existing.contains(changelog)) {
                partitions.forEach(each -> asked.put(new TopicPartition(changelog, each), OffsetSpec.latest()));
            }
        }
        Map<TopicPartition, ListOffsetsResultInfo> ends =
                asked.isEmpty() ? Map.of() : admin.listOffsets(asked).all().get();
        Set<String> gone = new TreeSet<>();
        if (!partitions.isEmpty()) {
            // The first start creates the changelogs of all stores, including those that stay
            // empty.
            changelogs.stream().filter(each -> !existing.contains(each)).forEach(gone::add);
        }
        for (int partition : partitions) {
            boolean isEmpty = changelogs.stream().noneMatch(changelog -> {
                ListOffsetsResultInfo end = ends.get(new TopicPartition(changelog, partition));
                return end != null && end.offset() > 0;
            });
            if (isEmpty && !changelogs.isEmpty()) {
                gone.addAll(changelogs);
            }
        }
        return gone;
    }

    private static Set<Integer> committedPartitions(
            Subtopology part, Map<TopicPartition, OffsetAndMetadata> committed) {
        Set<Integer> partitions = new HashSet<>();
        for (Node node : part.nodes()) {
            if (node instanceof Source source) {
                committed.forEach((partition, offset) -> {
                    if (offset != null
                            && offset.offset() > 0
                            && !offset.metadata().equals(GIVEN_UP)
                            && Objects.requireNonNullElse(source.topicSet(), Set.of())
                                    .contains(partition.topic())) {
                        partitions.add(partition.partition());
                    }
                });
            }
        }
        return partitions;
    }

    private Set<String> changelogs(Subtopology part) {
        Set<String> changelogs = new TreeSet<>();
        for (Node node : part.nodes()) {
            if (node instanceof Processor processor) {
                processor.stores().forEach(store -> changelogs.add(application + "-" + store + "-changelog"));
            }
        }
        return changelogs;
    }
}
