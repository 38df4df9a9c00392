package io.weir.writer;

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
 * Converts each transition of an alarm to a line with the fields of Grafana's annotations:
 * {@code title}, {@code text} and {@code tags}. Each transition has its own point, so that writing
 * a transition twice changes nothing: the alarm's id is a tag, and the transition's number is added
 * to the timestamp in nanoseconds. Used by one thread.
 */
final class Annotations implements Translation {
    /** Reason code for a record that is not a transition. */
    static final String UNREADABLE = "no-transition";

    private static final byte[] NONE = new byte[0];
    private static final long PER_MILLI = 1_000_000;

    private final String measurement;
    private final Rejects rejects;
    private final WriterMeters meters;
    private final CountDownLatch ending;

    /** @param ending stops waiting for Kafka once it is open */
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

    /** The canonical bytes of one line. */
    byte[] line(AlarmEvent event) {
        SortedMap<String, String> tags = new TreeMap<>(event.tags());
        tags.put("alarm", event.id());
        tags.put("rule", event.rule());
        tags.put("severity", event.severity().name());
        tags.put("state", event.to().name());
        tags.values().removeIf(String::isEmpty);
        LineBuffer line = new LineBuffer(512);
        line.series(new Series(measurement, tags).canonical());
        TextField.write(line, "title", event.message());
        TextField.write(line, "text", description(event));
        TextField.write(line, "tags", event.rule() + "," + event.severity() + "," + event.to());
        long millis = Math.multiplyExact(event.eventTime().toEpochMilli(), PER_MILLI);
        line.timestamp(Math.addExact(millis, number(event.transition()) % PER_MILLI));
        return line.toBytes();
    }

    private static String description(AlarmEvent event) {
        StringBuilder story = new StringBuilder(event.id()).append(": ");
        if (event.from() != null) {
            story.append(event.from()).append(" to ");
        }
        story.append(event.to()).append(", ").append(event.severity());
        append(story, ", value ", event.value() == null ? event.text() : event.value());
        append(story, ", limit ", event.threshold());
        append(story, ", by ", event.user());
        append(story, ": ", event.reason());
        if (event.comment() != null) {
            append(story, "; comment of ", event.comment().user());
            append(story, ": ", event.comment().text());
        }
        append(story, "; ", event.guidance().isEmpty() ? null : event.guidance());
        return story.toString();
    }

    private static void append(StringBuilder story, String before, @Nullable Object part) {
        if (part != null) {
            story.append(before).append(part);
        }
    }

    /** Number of the alarm's transition; 0 if unknown. */
    private static long number(String transition) {
        try {
            return Math.max(0, Long.parseLong(transition.substring(transition.lastIndexOf('#') + 1)));
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
