package io.weir.gateway.kafka;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.jspecify.annotations.Nullable;

/**
 * A position in a log of a partition.
 *
 * @param offset of the next record
 * @param epoch leader epoch of the record before it, if known. By it, Kafka detects that the topic lost its end, even
 *     if it has grown beyond the offset again.
 */
record SourcePosition(SourceLog log, long offset, Optional<Integer> epoch) {
    private static final Pattern METADATA =
            Pattern.compile("(?<topic>.+)/(?<generation>\\d{1,9})(@(?<epoch>\\d{1,9}))?");

    /** The same without an epoch: Kafka cannot compare it. */
    SourcePosition(SourceLog log, long offset) {
        this(log, offset, Optional.empty());
    }

    /**
     * Reads what {@link #committable} returned; null if others set the offset. Ignores the leader epoch outside of the
     * metadata, which earlier versions committed.
     */
    static @Nullable SourcePosition read(OffsetAndMetadata committed) {
        Matcher parts = METADATA.matcher(committed.metadata());
        if (!parts.matches()) {
            return null;
        }
        return new SourcePosition(
                new SourceLog(parts.group("topic"), Integer.parseInt(parts.group("generation"))),
                committed.offset(),
                Optional.ofNullable(parts.group("epoch")).map(Integer::valueOf));
    }

    /**
     * What to commit. The epoch is in the metadata, because Kafka's client reads nothing from a partition whose epoch
     * is lower than a committed one, and the epochs of a recreated topic begin at 0.
     */
    OffsetAndMetadata committable() {
        String known = epoch.map(each -> "@" + each).orElse("");
        return new OffsetAndMetadata(offset, log.topicId() + "/" + log.generation() + known);
    }
}
