package io.weir.relay.sink;

import org.jspecify.annotations.Nullable;

/**
 * A message for a sink. The arrays are shared and must not be changed.
 *
 * @param id names the record and line that the message comes from; the same in each repetition
 * @param route the routing key, or the topic
 * @param key messages with the same key keep their order in Kafka; null for none
 * @param body null for a record that removes its key from a compacted topic
 * @param contentType the media type of the body
 * @param timestampMillis the time of the record, since 1970
 */
public record Message(
        String id,
        String route,
        byte @Nullable [] key,
        byte @Nullable [] body,
        String contentType,
        long timestampMillis) {

    /** Content type of line protocol. */
    public static final String TEXT = "text/plain";

    /** Content type of records and alarms. */
    public static final String JSON = "application/json";

    private static final byte[] NOTHING = {};

    /** Returns the body; no bytes without one. */
    public byte[] bytes() {
        return body == null ? NOTHING : body;
    }
}
