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
 * The headers of a line batch: what is known without parsing it. All are text, so that the console consumer shows them.
 *
 * <p>A record with an empty value has no lines. With the header {@link #RULES} it is a <em>rules marker</em>: from here on,
 * rules of that version hold in its partition. With the header {@link #STATE} it is a <em>state marker</em>: from here on, that is
 * set for the farm. Otherwise it is a <em>tick</em>: its timestamp says how far the time of its gateway has come.
 * Headers that are absent or spoiled read as {@code -1} or null: what arrives in a topic never throws.
 */
public final class BatchHeaders {

    /** How many lines the value has; 0 in a tick. */
    public static final String LINES = "lines";
    /** The gateway whose clock stamped the record. */
    public static final String GATEWAY = "gateway";
    /** Which {@code metrics.raw} record this output comes from: {@code offset/part}. */
    public static final String INPUT = "input";

    /**
     * In which log the record stands that {@link #INPUT} names, where that is not the partition of {@code metrics.raw} with the
     * record's own number.
     */
    public static final String SOURCE = "source";

    /** Which version of the rules holds from this record on. */
    public static final String RULES = "rules";

    /** What is set for the farm from this record on, unless a later state was told before: a {@code FarmState}. */
    public static final String STATE = "state";

    /** In a gateway's tick: how much it has lost since it began. */
    public static final String LOST = "lost";

    /** The name of the gateway's life that made the batch: 64 random bits, which have no order. */
    public static final String EPOCH = "epoch";

    /** The batch's number in its epoch and partition, from 0 on; in a tick, the number of the next batch. */
    public static final String NUMBER = "number";

    /**
     * In a record with some of the lines of a batch, which Kafka did not take as one: {@code first/total}. It has the batch's lines from
     * {@code first}, counted from 0, on, as many as {@link #LINES} says. A repeated batch may be cut at other places.
     */
    public static final String PART = "part";

    /**
     * Of lines that can be read again where they come from, such as a topic of somebody else's: names the log there, for ever. All lines
     * of a record come from the one log.
     */
    public static final String ORIGIN = "origin";

    /** From which offsets of {@link #ORIGIN} the lines come, see {@link SourceOffsets}. */
    public static final String OFFSETS = "offsets";

    /** In a tick of a gateway that has not sent everything yet: its time, in milliseconds since 1970. */
    public static final String BEHIND = "behind";

    /** Stands for a gateway's name in {@link #DEAF} where it is Kafka that lost something. */
    public static final String KAFKA = "kafka";

    /** In a tick of processing, once for each gateway that could not be relied on since the tick before: {@code why gateway}. */
    public static final String DEAF = "deaf";

    /** Of a name, a version or a number. */
    private static final int MOST_BYTES = 255;

    /** Of the name of a log, with a topic, a partition and a group. */
    private static final int MOST_ORIGIN_BYTES = 600;

    /** Of what is set for the farm, which is 64 texts of 256 characters at most. */
    private static final int MOST_STATE_BYTES = 128 * 1024;

    /** Of gateways that are named in one record. */
    private static final int MOST_DEAF = 1_000;

    private BatchHeaders() {}

    /** Whether a record with this value has no lines: a tick or a marker. A null value says nothing either. */
    public static boolean isEmpty(byte @Nullable [] value) {
        return value == null || value.length == 0;
    }

    /** The header that tells the line count. */
    public static Header lines(int count) {
        return new RecordHeader(LINES, Integer.toString(count).getBytes(ISO_8859_1));
    }

    /** The header that tells the gateway. Immutable: one instance serves all records of a gateway. */
    public static Header gateway(String id) {
        return new RecordHeader(GATEWAY, id.getBytes(UTF_8));
    }

    /**
     * The header that tells where a processing output comes from.
     *
     * @param offset of the input record
     * @param part counts the outputs of one input record for one topic, from 0
     */
    public static Header input(long offset, int part) {
        return new RecordHeader(INPUT, (offset + "/" + part).getBytes(ISO_8859_1));
    }

    /** The header that tells in which log the input stands. */
    public static Header source(String log) {
        return new RecordHeader(SOURCE, log.getBytes(UTF_8));
    }

    /** The header that makes an empty record a rules marker. */
    public static Header rules(String version) {
        return new RecordHeader(RULES, version.getBytes(UTF_8));
    }

    /** Version of the rules that a marker names, or null; only to be asked of a record without lines. */
    public static @Nullable String rules(Headers headers) {
        byte[] text = value(headers, RULES);
        return text == null ? null : new String(text, UTF_8);
    }

    /** The header that makes an empty record a state marker; the bytes are not copied. */
    public static Header state(byte[] state) {
        return new RecordHeader(STATE, state);
    }

    /** What a state marker tells, or null; only to be asked of a record without lines. */
    public static byte @Nullable [] state(Headers headers) {
        return value(headers, STATE, MOST_STATE_BYTES);
    }

    /** The header that tells how much a gateway has lost since it began. */
    public static Header lost(long count) {
        return new RecordHeader(LOST, Long.toString(count).getBytes(ISO_8859_1));
    }

    /** How much the gateway had lost; 0 if it does not tell. */
    public static long lost(Headers headers) {
        byte[] text = value(headers, LOST);
        return text == null ? 0 : Math.max(0, digits(text, 0, text.length));
    }

    /** The header that names the life of a gateway. */
    public static Header epoch(long epoch) {
        return new RecordHeader(EPOCH, Long.toHexString(epoch).getBytes(ISO_8859_1));
    }

    /** The header that numbers a batch. */
    public static Header number(long number) {
        return new RecordHeader(NUMBER, Long.toString(number).getBytes(ISO_8859_1));
    }

    /** The header of a record with some of the lines of a batch. */
    public static Header part(int firstLine, int linesOfBatch) {
        return new RecordHeader(PART, (firstLine + "/" + linesOfBatch).getBytes(ISO_8859_1));
    }

    /** Index in its batch of the record's first line; 0 if the record is all of the batch. */
    public static int firstLine(Headers headers) {
        byte[] text = part(headers);
        return text == null ? 0 : (int) digits(text, 0, slash(text));
    }

    /** How many lines the record's batch has; -1 if neither the header of a part nor {@link #LINES} says. */
    public static int linesOfBatch(Headers headers) {
        byte[] text = part(headers);
        return text == null ? lines(headers) : (int) digits(text, slash(text) + 1, text.length);
    }

    /** Null if there is none, or it makes no sense. */
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

    /** The header that names the log from which the lines come; not longer than 600 bytes. */
    public static Header origin(String log) {
        return new RecordHeader(ORIGIN, log.getBytes(UTF_8));
    }

    /** The log from which the lines come; null if there is none that {@link SourceOffsets} are of. */
    public static @Nullable String origin(Headers headers) {
        byte[] text = value(headers, ORIGIN, MOST_ORIGIN_BYTES);
        return text == null || text.length == 0 ? null : new String(text, UTF_8);
    }

    /** The header that says how far the time of a gateway is that has not sent everything. */
    public static Header behind(long nowMillis) {
        return new RecordHeader(BEHIND, Long.toString(nowMillis).getBytes(ISO_8859_1));
    }

    /** Whether the record says which batch of which life of a gateway it is; if not, {@link #epoch} means nothing. */
    public static boolean isNumbered(Headers headers) {
        byte[] text = value(headers, EPOCH);
        return text != null && text.length > 0 && text.length <= 16 && number(headers) >= 0;
    }

    /** The name of a gateway's life; 0 for what is none. */
    public static long epoch(Headers headers) {
        byte[] text = value(headers, EPOCH);
        long epoch = 0;
        for (int i = 0; text != null && i < text.length && i < 16; i++) {
            epoch = epoch << 4 | Math.max(0, Character.digit(text[i], 16));
        }
        return epoch;
    }

    /** The number of a batch, or of the batch that follows a tick; -1 if it has none. */
    public static long number(Headers headers) {
        byte[] text = value(headers, NUMBER);
        return text == null ? -1 : digits(text, 0, text.length);
    }

    /** The time of a gateway that has not sent everything; -1 if it does not say so. */
    public static long behind(Headers headers) {
        byte[] text = value(headers, BEHIND);
        return text == null ? -1 : digits(text, 0, text.length);
    }

    /** The header that tells of a gateway that cannot be relied on. */
    public static Header deaf(String gateway, Deafness why) {
        return new RecordHeader(DEAF, (why.name() + ' ' + gateway).getBytes(UTF_8));
    }

    /** The gateways that could not be relied on, and why; what says nothing known is passed over. */
    public static SortedMap<String, Deafness> deaf(Headers headers) {
        SortedMap<String, Deafness> deaf = new TreeMap<>();
        for (Header header : headers.headers(DEAF)) {
            if (deaf.size() == MOST_DEAF || header.value() == null || header.value().length > 2 * MOST_BYTES) {
                continue;
            }
            String text = new String(header.value(), UTF_8);
            for (Deafness why : Deafness.values()) {
                if (text.startsWith(why.name() + ' ')) {
                    deaf.put(text.substring(why.name().length() + 1), why);
                }
            }
        }
        return deaf;
    }

    /** Line count, or -1. */
    public static int lines(Headers headers) {
        byte[] text = value(headers, LINES);
        return text == null ? -1 : (int) Math.min(Integer.MAX_VALUE, digits(text, 0, text.length));
    }

    /** Gateway id, or null. */
    public static @Nullable String gateway(Headers headers) {
        byte[] text = value(headers, GATEWAY);
        return text == null ? null : new String(text, UTF_8);
    }

    /** In which log the input record stands, or null. */
    public static @Nullable String source(Headers headers) {
        byte[] text = value(headers, SOURCE);
        return text == null ? null : new String(text, UTF_8);
    }

    /** Offset of the input record, or -1. */
    public static long inputOffset(Headers headers) {
        byte[] text = value(headers, INPUT);
        return text == null ? -1 : digits(text, 0, slash(text));
    }

    /** Part of the input record's outputs, or -1. */
    public static int inputPart(Headers headers) {
        byte[] text = value(headers, INPUT);
        return text == null ? -1 : (int) Math.min(Integer.MAX_VALUE, digits(text, slash(text) + 1, text.length));
    }

    /** What is longer was not written by Weir, and counts as absent: it must not fill anybody's memory or state. */
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
