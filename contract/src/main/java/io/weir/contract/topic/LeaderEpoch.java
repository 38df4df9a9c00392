package io.weir.contract.topic;

import java.nio.ByteBuffer;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeader;

/**
 * The header with the leader epoch under which Kafka wrote a record. Readers with Kafka Streams add it
 * to the records that they read, in place of one that a sender wrote.
 */
public final class LeaderEpoch {

    public static final String NAME = "leader-epoch";

    public static final int UNKNOWN = -1;

    private LeaderEpoch() {}

    public static Header header(int epoch) {
        return new RecordHeader(
                NAME, ByteBuffer.allocate(Integer.BYTES).putInt(epoch).array());
    }

    /** The leader epoch in these headers, or {@link #UNKNOWN}; never another negative number. */
    public static int of(Headers headers) {
        Header header = headers.lastHeader(NAME);
        byte[] value = header == null ? null : header.value();
        return value == null || value.length != Integer.BYTES
                ? UNKNOWN
                : Math.max(UNKNOWN, ByteBuffer.wrap(value).getInt());
    }
}
