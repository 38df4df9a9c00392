package io.weir.writer;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.line.LineBuffer;
import io.weir.contract.line.Series;
import io.weir.contract.topic.Rejection;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Converts each record of {@code metrics.rejected} to a line, with the refused bytes as a text. Each
 * record has its own point, so that writing a record twice changes nothing: the record's partition is
 * a tag, and its offset is added to the timestamp in nanoseconds. Immutable.
 */
final class RefusedLines implements Translation {
    /** With escapes and three bytes for each, they are less than the longest text of an input. */
    static final int MOST_CHARACTERS = 8_192;

    private static final int LONGEST_TAG = 100;
    private static final long PER_MILLI = 1_000_000;
    private static final long LATEST_MILLIS = Long.MAX_VALUE / PER_MILLI - 1;

    private final String measurement;

    RefusedLines(String measurement) {
        this.measurement = measurement;
    }

    @Override
    public byte[] lines(ConsumerRecord<byte[], byte[]> read) {
        Rejection rejection = Rejection.read(read.headers());
        byte[] bytes = read.value() == null ? new byte[0] : read.value();
        SortedMap<String, String> tags = new TreeMap<>();
        tags.put("partition", Integer.toString(read.partition()));
        tags.put("code", code(rejection.reason()));
        tags.put("stage", tag(rejection.stage()));
        tags.values().removeIf(String::isEmpty);
        LineBuffer line = new LineBuffer(512 + Math.min(bytes.length, MOST_CHARACTERS));
        line.series(new Series(measurement, tags).canonical());
        TextField.write(line, "line", start(bytes));
        TextField.write(line, "reason", rejection.reason());
        TextField.write(line, "source", rejection.source());
        integer(line, "at", rejection.at());
        integer(line, "bytes", bytes.length);
        // A producer may have written any time.
        long millis = Math.max(0, Math.min(LATEST_MILLIS, read.timestamp()));
        line.timestamp(millis * PER_MILLI + read.offset() % PER_MILLI);
        return line.toBytes();
    }

    /** The text of a reason before its first colon, equal for all reasons of a kind; a store's words follow. */
    private static String code(String reason) {
        int colon = reason.indexOf(':');
        return tag(colon < 0 ? reason : reason.substring(0, colon));
    }

    /** Stores disagree about backslashes in tags. */
    private static String tag(String text) {
        return TextField.printable(text.substring(0, Math.min(text.length(), LONGEST_TAG)))
                .replace('\\', '/')
                .strip();
    }

    private static String start(byte[] bytes) {
        // Each character has at most four bytes.
        String text = new String(bytes, 0, Math.min(bytes.length, 4 * MOST_CHARACTERS), UTF_8);
        return text.substring(0, Math.min(text.length(), MOST_CHARACTERS)).stripTrailing();
    }

    private static void integer(LineBuffer line, String key, int number) {
        byte[] bytes = (key + "=" + number + "i").getBytes(UTF_8);
        line.spelledField(bytes, 0, bytes.length);
    }
}
