package io.weir.contract.topic;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;

/**
 * The headers of a line batch: its metadata, readable without parsing the lines. All are text, so
 * that the console consumer shows them.
 *
 * <p>A record with an empty value has no lines. With the header {@link #RULES} it is a <em>rules
 * marker</em>: that version of the rules is active in its partition from here on. With the header
 * {@link #STATE} it is a <em>state marker</em>: that farm state is active from here on. Otherwise
 * it is a <em>tick</em>, whose timestamp is the time that its gateway has reached. Absent or
 * invalid headers read as {@code -1} or null: reading a record never throws.
 */
public final class BatchHeaders {

    /** The number of lines in the value; 0 in a tick. */
    public static final String LINES = "lines";
    /** The gateway whose clock stamped the record. */
    public static final String GATEWAY = "gateway";
    /**
     * The {@code metrics.raw} record that produced this output: {@code number/part}, see
     * {@link InputNumber}.
     */
    public static final String INPUT = "input";

    /**
     * The log of the record that {@link #INPUT} names. Absent if that log is the partition of
     * {@code metrics.raw} with the record's own number.
     */
    public static final String SOURCE = "source";

    /** The version of the rules that is active from this record on. */
    public static final String RULES = "rules";

    /**
     * The {@code FarmState} that is active from this record on, unless a later state was received
     * before.
     */
    public static final String STATE = "state";

    /** In a tick of {@code metrics.partials}: the level of the rules that the time is for. */
    public static final String LEVEL = "level";

    /** In a gateway's tick: the gateway's losses since it began. */
    public static final String LOST = "lost";

    /** The run of the gateway that made the batch: 64 random bits, without an order. */
    public static final String EPOCH = "epoch";

    /**
     * The batch's number in its epoch and partition, from 0; in a tick, the number of the next
     * batch.
     */
    public static final String NUMBER = "number";

    /**
     * Marks a record with some of the lines of a batch that Kafka refused as one record:
     * {@code first/total}. The record has the batch's lines from index {@code first} on, as many as
     * {@link #LINES}. A repeated batch may be split at other lines.
     */
    public static final String PART = "part";

    /**
     * For lines that can be read again at their source, such as a foreign topic: the permanent name
     * of the log there. All lines of a record come from one log.
     */
    public static final String ORIGIN = "origin";

    /** The offsets in {@link #ORIGIN} that the lines come from, see {@link SourceOffsets}. */
    public static final String OFFSETS = "offsets";

    /**
     * In a tick of a gateway that has not sent everything yet: its time, in milliseconds since
     * 1970.
     */
    public static final String BEHIND = "behind";

    /** The gateway name in {@link #UNRELIABLE} if Kafka lost data. */
    public static final String KAFKA = "kafka";

    /**
     * In a tick of processing, once for each gateway that was unreliable since the previous tick:
     * {@code why gateway}.
     */
    public static final String UNRELIABLE = "unreliable";

    /** The former spelling of {@link #UNRELIABLE}, which records in the topics may still have. */
    private static final String FORMER_UNRELIABLE = "deaf";

    /** The limit for a name, a version or a number. */
    private static final int MOST_BYTES = 255;

    /** The limit for the name of a log, with a topic, a partition and a group. */
    private static final int MOST_ORIGIN_BYTES = 600;

    /** The limit for the farm state, which is at most 64 texts of 256 characters. */
    private static final int MOST_STATE_BYTES = 128 * 1024;

    /** The limit for the gateways named in one record. */
    private static final int MOST_UNRELIABLE = 1_000;

    private BatchHeaders() {}

    /**
     * Whether a record with this value has no lines: a tick or a marker. A null value counts as
     * empty.
     */
    public static boolean isEmpty(byte @Nullable [] value) {
        return value == null || value.length == 0;
    }

    /** The header with the line count. */
    public static Header lines(int count) {
        return new RecordHeader(LINES, Integer.toString(count).getBytes(ISO_8859_1));
    }

    /** The header with the gateway. Immutable: one instance serves all records of a gateway. */
    public static Header gateway(String id) {
        return new RecordHeader(GATEWAY, id.getBytes(UTF_8));
    }

    /**
     * The header that names the input record of a processing output.
     *
     * @param number of the input record, see {@link InputNumber}
     * @param part counts the outputs of one input record for one topic, from 0
     */
    public static Header input(long number, int part) {
        return new RecordHeader(INPUT, (number + "/" + part).getBytes(ISO_8859_1));
    }

    /** The header with the log of the input. */
    public static Header source(String log) {
        return new RecordHeader(SOURCE, log.getBytes(UTF_8));
    }

    public static Header rules(String version) {
        return new RecordHeader(RULES, version.getBytes(UTF_8));
    }

    /** The version of the rules in a marker, or null; call it only for a record without lines. */
    public static @Nullable String rules(Headers headers) {
        byte[] text = value(headers, RULES);
        return text == null ? null : new String(text, UTF_8);
    }

    public static Header state(byte[] state) {
        return new RecordHeader(STATE, state);
    }

    /** The farm state in a state marker, or null; call it only for a record without lines. */
    public static byte @Nullable [] state(Headers headers) {
        return value(headers, STATE, MOST_STATE_BYTES);
    }

    /** The header with the gateway's losses since it began. */
    public static Header lost(long count) {
        return new RecordHeader(LOST, Long.toString(count).getBytes(ISO_8859_1));
    }

    /** The gateway's losses; 0 if the header is absent. */
    public static long lost(Headers headers) {
        byte[] text = value(headers, LOST);
        return text == null ? 0 : Math.max(0, digits(text, 0, text.length));
    }

    /** The header that names the run of a gateway. */
    public static Header epoch(long epoch) {
        return new RecordHeader(EPOCH, Long.toHexString(epoch).getBytes(ISO_8859_1));
    }

    public static Header number(long number) {
        return new RecordHeader(NUMBER, Long.toString(number).getBytes(ISO_8859_1));
    }

    public static Header part(int firstLine, int linesOfBatch) {
        return new RecordHeader(PART, (firstLine + "/" + linesOfBatch).getBytes(ISO_8859_1));
    }

    /** The index in its batch of the record's first line; 0 if the record is a whole batch. */
    public static int firstLine(Headers headers) {
        byte[] text = part(headers);
        return text == null ? 0 : (int) digits(text, 0, slash(text));
    }

    /**
     * The number of lines in the record's batch; -1 if both the header of a part and {@link #LINES}
     * are absent.
     */
    public static int linesOfBatch(Headers headers) {
        byte[] text = part(headers);
        return text == null ? lines(headers) : (int) digits(text, slash(text) + 1, text.length);
    }

    /** Null if the header is absent or invalid. */
    private static byte @Nullable [] part(Headers headers) {
        byte[] text = value(headers, PART);
        int lines = lines(headers);
        if (text == null || lines < 0) {
            return null;
        }
        long first = digits(text, 0, slash(text));
        long total = digits(text, slash(text) + 1, text.length);
        return first >= 0 && total <= Integer.MAX_VALUE && first + lines <= total ? text : null;
    }

    /** The header that names the source log of the lines, of at most 600 bytes. */
    public static Header origin(String log) {
        return new RecordHeader(ORIGIN, log.getBytes(UTF_8));
    }

    /** The source log of the lines, to which {@link SourceOffsets} refer, or null. */
    public static @Nullable String origin(Headers headers) {
        byte[] text = value(headers, ORIGIN, MOST_ORIGIN_BYTES);
        return text == null || text.length == 0 ? null : new String(text, UTF_8);
    }

    /** The header with the time of a gateway that has not sent everything. */
    public static Header behind(long nowMillis) {
        return new RecordHeader(BEHIND, Long.toString(nowMillis).getBytes(ISO_8859_1));
    }

    /**
     * Whether the record has the epoch and the number of its batch; otherwise {@link #epoch} is
     * meaningless.
     */
    public static boolean isNumbered(Headers headers) {
        byte[] text = value(headers, EPOCH);
        return text != null && text.length > 0 && text.length <= 16 && number(headers) >= 0;
    }

    /** The gateway's epoch; 0 if absent or invalid. */
    public static long epoch(Headers headers) {
        byte[] text = value(headers, EPOCH);
        long epoch = 0;
        for (int i = 0; text != null && i < text.length && i < 16; i++) {
            epoch = epoch << 4 | Math.max(0, Character.digit(text[i], 16));
        }
        return epoch;
    }

    /** The number of a batch, or of the batch that follows a tick; -1 if absent. */
    public static long number(Headers headers) {
        byte[] text = value(headers, NUMBER);
        return text == null ? -1 : digits(text, 0, text.length);
    }

    /** The time of a gateway that has not sent everything; -1 if absent. */
    public static long behind(Headers headers) {
        byte[] text = value(headers, BEHIND);
        return text == null ? -1 : digits(text, 0, text.length);
    }

    /** The header that marks a gateway as unreliable. */
    public static Header unreliable(String gateway, Unreliability why) {
        return new RecordHeader(UNRELIABLE, (why.name() + ' ' + gateway).getBytes(UTF_8));
    }

    /**
     * The unreliable gateways, and why; skips unknown reasons. Reads the former spelling of the
     * header, too: during a rolling upgrade both spellings occur.
     */
    public static SortedMap<String, Unreliability> unreliable(Headers headers) {
        SortedMap<String, Unreliability> unreliable = new TreeMap<>();
        readUnreliable(headers.headers(FORMER_UNRELIABLE), unreliable);
        readUnreliable(headers.headers(UNRELIABLE), unreliable);
        return unreliable;
    }

    private static void readUnreliable(Iterable<Header> headers, SortedMap<String, Unreliability> to) {
        for (Header header : headers) {
            if (to.size() == MOST_UNRELIABLE || header.value() == null || header.value().length > 2 * MOST_BYTES) {
                continue;
            }
            String text = new String(header.value(), UTF_8);
            for (Unreliability why : Unreliability.values()) {
                if (text.startsWith(why.name() + ' ')) {
                    to.put(text.substring(why.name().length() + 1), why);
                }
            }
        }
    }

    /** The level of the rules that a time is for. */
    public static Header level(int level) {
        return new RecordHeader(LEVEL, Integer.toString(level).getBytes(ISO_8859_1));
    }

    /** The level of the rules that a time is for: 1 if absent; -1 if invalid. */
    public static int level(Headers headers) {
        byte[] text = value(headers, LEVEL);
        return text == null ? 1 : (int) Math.min(Integer.MAX_VALUE, digits(text, 0, text.length));
    }

    /** The line count, or -1. */
    public static int lines(Headers headers) {
        byte[] text = value(headers, LINES);
        return text == null ? -1 : (int) Math.min(Integer.MAX_VALUE, digits(text, 0, text.length));
    }

    /** The gateway's id, or null. */
    public static @Nullable String gateway(Headers headers) {
        byte[] text = value(headers, GATEWAY);
        return text == null ? null : new String(text, UTF_8);
    }

    /** The log of the input record, or null. */
    public static @Nullable String source(Headers headers) {
        byte[] text = value(headers, SOURCE);
        return text == null ? null : new String(text, UTF_8);
    }

    /** The {@link InputNumber} of the input record, or -1. */
    public static long inputNumber(Headers headers) {
        byte[] text = value(headers, INPUT);
        return text == null ? -1 : digits(text, 0, slash(text));
    }

    /** The part among the input record's outputs, or -1. */
    public static int inputPart(Headers headers) {
        byte[] text = value(headers, INPUT);
        return text == null ? -1 : (int) Math.min(Integer.MAX_VALUE, digits(text, slash(text) + 1, text.length));
    }

    /**
     * The value of a header; null if it is absent. A longer value counts as absent, so that it cannot
     * fill memory or state. Weir never writes one.
     */
    private static byte @Nullable [] value(Headers headers, String name, int mostBytes) {
        Header header = headers.lastHeader(name);
        byte[] value = header == null ? null : header.value();
        return value == null || value.length > mostBytes ? null : value;
    }

    private static byte @Nullable [] value(Headers headers, String name) {
        return value(headers, name, MOST_BYTES);
    }

    private static int slash(byte[] text) {
        int at = 0;
        while (at < text.length && text[at] != '/') {
            at++;
        }
        return at;
    }

    /** A number of 1 to 18 digits (so that it cannot overflow), or -1. */
    private static long digits(byte[] text, int from, int to) {
        if (to <= from || to - from > 18) {
            return -1;
        }
        long number = 0;
        for (int i = from; i < to; i++) {
            int digit = text[i] - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            number = number * 10 + digit;
        }
        return number;
    }
}
