package io.weir.contract.streams;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.streams.processor.api.ProcessingContext;
import org.apache.kafka.streams.processor.internals.InternalProcessorContext;
import org.apache.kafka.streams.processor.internals.TopicPartitionMetadata;

/**
 * The ids that Kafka gave the changelogs of an application. A recreated changelog has the same name
 * and another id; it lacks the state from before. Each task commits the ids together with its
 * offsets, as metadata, so that the next start recognizes another changelog ({@link StateCheck}).
 * Relies on internals of Kafka Streams, which {@code RecreatedTopicTest} verifies. Thread-safe.
 */
final class ChangelogIds {

    private final Set<String> changelogs;
    private final Map<String, Uuid> known = new ConcurrentHashMap<>();
    private final Map<String, Uuid> seen = new HashMap<>();

    /** Tracks the changelogs with these names. */
    ChangelogIds(Set<String> changelogs) {
        this.changelogs = Set.copyOf(changelogs);
    }

    /** The names of the changelogs. */
    Set<String> changelogs() {
        return changelogs;
    }

    /** Whether the changelog existed. */
    boolean isKnown(String changelog) {
        return known.containsKey(changelog);
    }

    /**
     * Receives the ids of existing changelogs; returns those that had another id before. An id
     * counts when it is received twice in succession: a broker may be some seconds behind. Used by
     * one thread.
     */
    Set<String> recreated(Map<String, Uuid> existing) {
        Set<String> recreated = new TreeSet<>();
        existing.forEach((changelog, id) -> {
            if (id.equals(seen.put(changelog, id))) {
                Uuid before = known.putIfAbsent(changelog, id);
                if (before != null && !before.equals(id)) {
                    recreated.add(changelog);
                }
            }
        });
        return recreated;
    }

    /** Adds the ids to what the task commits with its offsets; returns false until all ids are known. */
    boolean addTo(ProcessingContext task) {
        if (known.size() < changelogs.size()) {
            return false;
        }
        if (task instanceof InternalProcessorContext<?, ?> internal) {
            known.forEach((changelog, id) -> internal.addProcessorMetadataKeyValue(changelog, number(id)));
        }
        return true;
    }

    /** Whether the metadata of a committed offset has another id for the changelog. */
    static boolean isOther(Uuid id, String changelog, String metadata) {
        Long committed = metadata.isEmpty()
                ? null
                : TopicPartitionMetadata.decode(metadata).processorMetadata().get(changelog);
        return committed != null && !Objects.equals(committed, number(id));
    }

    private static Long number(Uuid id) {
        return id.getMostSignificantBits() ^ id.getLeastSignificantBits();
    }
}
