package io.weir.contract.streams;

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
import org.apache.kafka.common.Uuid;
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
        return asked(() -> {
            Map<TopicPartition, OffsetAndMetadata> committed = admin.listConsumerGroupOffsets(application)
                    .partitionsToOffsetAndMetadata()
                    .get();
            Map<String, Uuid> existing = existing();
            Set<String> gone = new TreeSet<>();
            for (Subtopology part : topology.describe().subtopologies()) {
                gone.addAll(gone(part, committed, existing.keySet()));
            }
            Set<String> recreated = recreated(topology, committed, existing);
            recreated.removeAll(gone);
            return gone.isEmpty() && recreated.isEmpty() ? Optional.empty() : Optional.of(message(gone, recreated));
        });
    }

    /**
     * The topics that the topology reads and that do not exist.
     *
     * @throws KafkaException if Kafka does not answer
     */
    Set<String> missingSources(Topology topology) {
        return asked(() -> {
            Set<String> sources = new TreeSet<>();
            topology.describe().subtopologies().forEach(part -> part.nodes().stream()
                    .filter(Source.class::isInstance)
                    .forEach(source -> sources.addAll(topics((Source) source))));
            sources.removeAll(existing().keySet());
            return sources;
        });
    }

    /** A question to Kafka. */
    interface Question<T> {
        T ask() throws ExecutionException, InterruptedException;
    }

    /**
     * The answer.
     *
     * @throws KafkaException if Kafka does not answer
     */
    static <T> T asked(Question<T> question) {
        try {
            return question.ask();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof KafkaException cause ? cause : new KafkaException(e.getCause());
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    private static Set<String> topics(Source source) {
        return Objects.requireNonNullElse(source.topicSet(), Set.of());
    }

    private Map<String, Uuid> existing() throws ExecutionException, InterruptedException {
        Map<String, Uuid> existing = new HashMap<>();
        admin.listTopics().listings().get().forEach(topic -> existing.put(topic.name(), topic.topicId()));
        return existing;
    }

    private String message(Set<String> gone, Set<String> recreated) {
        List<String> mistakes = new ArrayList<>();
        if (!gone.isEmpty()) {
            mistakes.add(String.join(", ", gone) + " empty or deleted");
        }
        if (!recreated.isEmpty()) {
            mistakes.add(String.join(", ", recreated) + " recreated");
        }
        return message(application, String.join("; ", mistakes));
    }

    /** The message for changelogs that lack state. */
    static String message(String application, String changelogs) {
        String service = application.substring(application.lastIndexOf('-') + 1);
        return "state is missing for the offsets of group " + application + ": " + changelogs
                + ". Restore the topics, or discard the state with: weir reset " + service
                + " (docs/operations.md, \"State that cannot be read\")";
    }

    /** Changelogs that are not the ones that a committed offset belongs to ({@link ChangelogIds}). */
    private Set<String> recreated(
            Topology topology, Map<TopicPartition, OffsetAndMetadata> committed, Map<String, Uuid> existing) {
        Set<String> recreated = new TreeSet<>();
        for (String changelog : changelogs(topology, application)) {
            Uuid id = existing.get(changelog);
            for (OffsetAndMetadata offset : committed.values()) {
                if (id != null
                        && offset != null
                        && !offset.metadata().equals(GIVEN_UP)
                        && ChangelogIds.isOther(id, changelog, offset.metadata())) {
                    recreated.add(changelog);
                }
            }
        }
        return recreated;
    }

    /**
     * Missing changelogs. All changelogs, if an input partition has a committed offset and no changelog
     * has a record of it.
     */
    private Set<String> gone(Subtopology part, Map<TopicPartition, OffsetAndMetadata> committed, Set<String> existing)
            throws ExecutionException, InterruptedException {
        Set<Integer> partitions = committedPartitions(part, committed);
        Set<String> changelogs = changelogs(part, application);
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
                            && topics(source).contains(partition.topic())) {
                        partitions.add(partition.partition());
                    }
                });
            }
        }
        return partitions;
    }

    /** The changelogs of all stores. */
    static Set<String> changelogs(Topology topology, String application) {
        Set<String> changelogs = new TreeSet<>();
        topology.describe().subtopologies().forEach(part -> changelogs.addAll(changelogs(part, application)));
        return changelogs;
    }

    private static Set<String> changelogs(Subtopology part, String application) {
        Set<String> changelogs = new TreeSet<>();
        for (Node node : part.nodes()) {
            if (node instanceof Processor processor) {
                processor.stores().forEach(store -> changelogs.add(application + "-" + store + "-changelog"));
            }
        }
        return changelogs;
    }
}
