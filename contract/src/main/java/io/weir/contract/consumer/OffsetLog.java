package io.weir.contract.consumer;

import java.util.Optional;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;

/**
 * The log to which a committed offset belongs, as metadata of the offset: the topic's id, a slash, and the epoch.
 *
 * <p>Kafka's own field for the epoch stays empty. If a topic is deleted and created again, its epochs begin again, too,
 * and a consumer that continues with an epoch of the old topic waits for the new topic to reach it.
 *
 * @param topicId Kafka's id of the topic
 * @param leaderEpoch of the record before the offset; empty if unknown
 */
public record OffsetLog(String topicId, Optional<Integer> leaderEpoch) {
    private static final char BEFORE_EPOCH = '/';
    private static final char AFTER_LOG = ' ';

    /** The log that was committed with an offset; empty if somebody else committed it, such as an administrator. */
    public static Optional<OffsetLog> of(OffsetAndMetadata committed) {
        String text = committed.metadata();
        int end = text.indexOf(AFTER_LOG);
        String log = end < 0 ? text : text.substring(0, end);
        int slash = log.indexOf(BEFORE_EPOCH);
        if (slash < 1) {
            return Optional.empty();
        }
        String epoch = log.substring(slash + 1);
        try {
            Optional<Integer> number =
                    epoch.isEmpty() ? Optional.empty() : Optional.of(Integer.parseUnsignedInt(epoch));
            return Optional.of(new OffsetLog(log.substring(0, slash), number));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** What a user of the offset committed after the log; may be empty. */
    static String note(OffsetAndMetadata committed) {
        String text = committed.metadata();
        int end = text.indexOf(AFTER_LOG);
        return end < 0 ? "" : text.substring(end + 1);
    }

    /**
     * The metadata of an offset.
     *
     * @param log empty if it is unknown
     * @param note of the user, which {@link #note(OffsetAndMetadata)} returns; may be empty
     */
    static String text(Optional<OffsetLog> log, String note) {
        return log.map(OffsetLog::text).orElse("") + (note.isEmpty() ? "" : AFTER_LOG + note);
    }

    /** The metadata of an offset of this log. */
    public String text() {
        return topicId + BEFORE_EPOCH + leaderEpoch.map(String::valueOf).orElse("");
    }

    /** Where a consumer of this log continues. By the epoch, Kafka detects that the topic lost its end. */
    public OffsetAndMetadata position(long offset) {
        return new OffsetAndMetadata(offset, leaderEpoch, "");
    }
}
