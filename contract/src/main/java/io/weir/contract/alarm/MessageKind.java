package io.weir.contract.alarm;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/** Kind of a record in {@code alarms.conditions}, from its header {@code kind}. */
public enum MessageKind {
    /** A {@code ConditionChange}; the record has no such header. */
    CONDITION(""),
    /** A {@code KeyPresence}. */
    PRESENCE("presence"),
    /** A {@code PartitionTime}. */
    TIME("time"),
    /** The rule version that defines the relations between alarms from this record on. */
    RULES("rules");

    private static final String HEADER = "kind";

    private final String text;

    MessageKind(String text) {
        this.text = text;
    }

    /** Returns the headers of a record of this kind. */
    public Headers headers() {
        RecordHeaders headers = new RecordHeaders();
        if (!text.isEmpty()) {
            headers.add(HEADER, text.getBytes(ISO_8859_1));
        }
        return headers;
    }

    /** Returns the kind of a record with these headers. */
    public static MessageKind of(Headers headers) {
        Header header = headers.lastHeader(HEADER);
        if (header == null) {
            return CONDITION;
        }
        String text = new String(header.value(), ISO_8859_1);
        return text.equals(TIME.text) ? TIME : text.equals(RULES.text) ? RULES : PRESENCE;
    }
}
