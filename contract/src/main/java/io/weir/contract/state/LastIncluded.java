package io.weir.contract.state;

import io.weir.contract.topic.InputNumber;
import java.nio.ByteBuffer;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * The last input record that any slot may include. All changelog records but claims
 * ({@link ChangelogFence}) have its number in a header, which earlier versions ignore.
 *
 * <p>After a power loss of the only broker, the changelog may have a later checkpoint than the offsets, and the
 * input may have lost its end. Other records have then taken the offsets of included ones. Their leader
 * epochs are later than that of the last included record, and so reveal the loss. Not thread-safe.
 */
final class LastIncluded {

    static final String HEADER = "includes";

    private static final long NONE = -1;

    /** See {@link InputNumber}. */
    private long number = NONE;

    /** Receives the headers of the next changelog record, which may have no number. */
    void restore(Headers headers) {
        Header header = headers.lastHeader(HEADER);
        if (header != null) {
            number = ByteBuffer.wrap(header.value()).getLong();
        }
    }

    /**
     * Whether Kafka lost the last included record, and wrote this one later, at its offset or before it;
     * false if that is unknown.
     */
    boolean isReplacedBy(long record) {
        return number != NONE
                && InputNumber.areOfSameLog(record, number)
                && InputNumber.offset(record) <= InputNumber.offset(number)
                && InputNumber.isOfLaterEpoch(record, number);
    }

    /** A slot may include this record from now on. */
    void add(long record) {
        if (number == NONE || InputNumber.offset(record) >= InputNumber.offset(number)) {
            number = record;
        }
    }

    /** New headers of a changelog record. */
    Headers headers() {
        return new RecordHeaders()
                .add(HEADER, ByteBuffer.allocate(Long.BYTES).putLong(number).array());
    }

    /** No slot includes any following record. */
    void forget() {
        number = NONE;
    }
}
