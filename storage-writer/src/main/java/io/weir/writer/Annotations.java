package io.weir.writer;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.line.LineBuffer;
import io.weir.contract.line.Series;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Makes a line of each transition of an alarm, with the fields that Grafana's annotations have: {@code title}, {@code text} and
 * {@code tags}. The same transition is always the same point, and no two are one: the alarm's id is a tag, and the
 * transition's number the nanoseconds behind the millisecond. Used by one thread.
 */
final class Annotations implements Translation {
    /** The reason's code for what is no transition. */
    static final String UNREADABLE = "no-transition";

    private static final byte[] NONE = new byte[0];
    private static final long PER_MILLI = 1_000_000;

    private final String measurement;
    private final Rejects rejects;
    private final WriterMeters meters;
    private final CountDownLatch ending;

    /** @param ending waits for Kafka no more once it is open */
    Annotations(String measurement, Rejects rejects, WriterMeters meters, CountDownLatch ending) {
        this.ending = ending;
        this.measurement = measurement;
        this.rejects = rejects;
        this.meters = meters;
    }

    @Override
    public byte[] lines(ConsumerRecord<byte[], byte[]> read) {
        byte[] json = read.value() == null ? NONE : read.value();
        try {
            return line(AlarmJson.readEvent(json));
        } catch (IllegalArgumentException | ArithmeticException e) {
            rejects.keep(json, UNREADABLE + ": " + e.getMessage(), read.partition() + "/" + read.offset());
            if (rejects.flush(ending)) {
                meters.rejected(UNREADABLE);
            }
            return NONE;
        }
    }

    /** One line of canonical bytes. */
    byte[] line(AlarmEvent event) {
        SortedMap<String, String> tags = new TreeMap<>(event.tags());
        tags.put("alarm", event.id());
        tags.put("rule", event.rule());
        tags.put("severity", event.severity().name());
        tags.put("state", event.to().name());
        tags.values().removeIf(String::isEmpty);
        LineBuffer line = new LineBuffer(512);
        line.series(new Series(measurement, tags).canonical());
        text(line, "title", event.message());
        text(line, "text", story(event));
        text(line, "tags", event.rule() + "," + event.severity() + "," + event.to());
        long millis = Math.multiplyExact(event.eventTime().toEpochMilli(), PER_MILLI);
        line.timestamp(Math.addExact(millis, number(event.transition()) % PER_MILLI));
        return line.toBytes();
    }

    private static String story(AlarmEvent event) {
        StringBuilder story = new StringBuilder(event.id()).append(": ");
        if (event.from() != null) {
            story.append(event.from()).append(" to ");
        }
        story.append(event.to()).append(", ").append(event.severity());
        append(story, ", value ", event.value() == null ? event.text() : event.value());
        append(story, ", limit ", event.threshold());
        append(story, ", by ", event.user());
        append(story, ": ", event.reason());
        append(story, "; ", event.guidance().isEmpty() ? null : event.guidance());
        return story.toString();
    }

    private static void append(StringBuilder story, String before, @Nullable Object part) {
        if (part != null) {
            story.append(before).append(part);
        }
    }

    /** Line breaks within texts are not for every store. */
    private static void text(LineBuffer line, String key, String text) {
        StringBuilder spelled = new StringBuilder(key).append("=\"");
        text.chars().forEach(c -> {
            if (c == '"' || c == '\\') {
                spelled.append('\\');
            }
            spelled.append(c < ' ' ? ' ' : (char) c);
        });
        byte[] bytes = spelled.append('"').toString().getBytes(UTF_8);
        line.spelledField(bytes, 0, bytes.length);
    }

    /** How many transitions the alarm has had; 0 if it does not say. */
    private static long number(String transition) {
        try {
            return Math.max(0, Long.parseLong(transition.substring(transition.lastIndexOf('#') + 1)));
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
