package io.weir.contract.state;

import java.util.function.Predicate;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The position of a task in its only input partition, and the position that its state includes. The
 * two differ once Kafka has lost the offsets of the group: they expired
 * ({@code offsets.retention.minutes}) or were deleted. The input then begins again with records
 * that the state includes.
 *
 * <p>A recreated topic looks the same, because Kafka deletes the offsets with it. The last record
 * that the state includes distinguishes the two cases: it is still at its offset only in the same
 * log. Not thread-safe.
 */
final class InputPosition {
    private static final Logger LOG = LoggerFactory.getLogger(InputPosition.class);

    static final long NONE = -1;

    /** The action for a record. */
    enum Step {
        /** The state does not include the record. */
        PROCESS,
        /** The state includes the record. */
        PASS_OVER,
        /** The record is the first one read of another log, whose records the state lacks. */
        PROCESS_OTHER_LOG
    }

    /** The last record that the state includes, or the current one. */
    private long offset = NONE;

    /** The last record that was read: before {@link #offset} while records are skipped. */
    private long read = NONE;

    private boolean hasRead;

    /** The state includes records up to this one; {@link #NONE} if none. */
    void restored(long includes) {
        offset = includes;
        read = includes;
    }

    /** Whether a record was read since the last {@link #forget}. */
    boolean hasRead() {
        return hasRead;
    }

    long offset() {
        return offset;
    }

    /**
     * Handles the next record. If the input goes back, the log is queried for the record at
     * {@link #offset}.
     *
     * @param isIncluded whether a record is the one that the state includes
     */
    Step read(RecordMetadata at, InputLog log, Predicate<InputLog.Found> isIncluded) {
        // Kafka Streams processes a record again in the same task after a timeout.
        boolean isRepeated = hasRead && at.offset() == offset && read == offset;
        boolean isBack = at.offset() <= read && !isRepeated;
        boolean isOther = isBack && !isSameLog(at, log, isIncluded);
        hasRead = true;
        read = at.offset();
        if (read <= offset && !isRepeated && !isOther) {
            return Step.PASS_OVER;
        }
        offset = read;
        return isOther ? Step.PROCESS_OTHER_LOG : Step.PROCESS;
    }

    /** Whether the last record that the state includes is still at its offset. */
    private boolean isSameLog(RecordMetadata at, InputLog log, Predicate<InputLog.Found> isIncluded) {
        boolean isThere =
                log.at(at.topic(), at.partition(), offset).filter(isIncluded).isPresent();
        if (isThere) {
            LOG.warn(
                    "Kafka lost the offset of the group in {}/{} (offsets.retention.minutes of the brokers), so reading"
                            + " begins at offset {}. The state includes the records up to {}: they are skipped",
                    at.topic(),
                    at.partition(),
                    at.offset(),
                    offset);
        }
        return isThere;
    }

    /** Logs that the state includes other records than the topic has from this one on. */
    static void logRewind(String store, RecordMetadata first) {
        LOG.error(
                "{}: {}/{} has other records from offset {} on than those that the state includes: the topic was"
                        + " recreated, or lost its end. The state is kept. Records from there on are processed; the"
                        + " state may include some of them already",
                store,
                first.topic(),
                first.partition(),
                first.offset());
    }

    /** Forgets everything. */
    void forget() {
        restored(NONE);
        hasRead = false;
    }
}
