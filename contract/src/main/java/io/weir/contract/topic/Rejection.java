package io.weir.contract.topic;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/**
 * The reason for refusing some bytes; stored with them in {@code metrics.rejected}.
 *
 * @param stage the part that refused them, such as {@code gateway}, {@code processing},
 *     {@code writer}
 * @param reason a short code, such as {@code missing-field-value}, or the store's message
 * @param source an address, or topic/partition/offset; empty if unknown
 * @param at the index of the offending byte, or -1 if there is no single place
 */
public record Rejection(String stage, String reason, String source, int at) {

    /** Name of the header with {@link #stage}. */
    public static final String STAGE = "stage";
    /** Name of the header with {@link #reason}. */
    public static final String REASON = "reason";
    /** Name of the header with {@link #source}. */
    public static final String SOURCE = "source";
    /** Name of the header with {@link #at}. */
    public static final String AT = "at";

    /** Reason and source may be foreign texts; longer ones are cut. */
    private static final int MOST_CHARACTERS = 1_000;

    private static final int MOST_BYTES = Topics.MAX_RECORD_BYTES / 2;

    /** Shortens texts that are too long for a header. */
    public Rejection {
        reason = shortened(reason);
        source = shortened(source);
    }

    private static String shortened(String text) {
        return text.length() <= MOST_CHARACTERS ? text : text.substring(0, MOST_CHARACTERS) + "…";
    }

    /**
     * The record to send.
     *
     * @param bytes the offending bytes, unmodified; not copied, but cut after 500 000
     * @param timestampMillis when they were received, since the epoch
     */
    public ProducerRecord<byte[], byte[]> of(byte[] bytes, Topics topics, long timestampMillis) {
        byte[] kept = bytes.length <= MOST_BYTES ? bytes : Arrays.copyOf(bytes, MOST_BYTES);
        ProducerRecord<byte[], byte[]> rejected =
                new ProducerRecord<>(topics.rejected(), null, timestampMillis, null, kept);
        addTo(rejected.headers());
        return rejected;
    }

    /** Adds the headers that describe the rejection. */
    public void addTo(Headers headers) {
        headers.add(STAGE, stage.getBytes(UTF_8))
                .add(REASON, reason.getBytes(UTF_8))
                .add(SOURCE, source.getBytes(UTF_8))
                .add(AT, Integer.toString(at).getBytes(ISO_8859_1));
    }

    /** Reads the headers of a rejected record; absent ones read as empty and -1. */
    public static Rejection read(Headers headers) {
        return new Rejection(text(headers, STAGE), text(headers, REASON), text(headers, SOURCE), at(headers));
    }

    private static int at(Headers headers) {
        try {
            return Integer.parseInt(text(headers, AT));
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    private static String text(Headers headers, String name) {
        Header header = headers.lastHeader(name);
        return header == null || header.value() == null ? "" : new String(header.value(), UTF_8);
    }
}
