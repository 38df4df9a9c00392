package io.weir.writer.store.file;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a file of lines. Names sort by time.
 *
 * @param millis when the first record of the file was received from Kafka, by the writer's clock
 * @param source the partition
 * @param first the first offset of the file
 * @param next the offset after its last
 */
record LineFileName(long millis, Source source, long first, long next) {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmssSSS'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

    private static final Pattern FORM =
            Pattern.compile("(?<time>\\d{8}T\\d{9}Z)-(?<topic>[A-Za-z0-9_-]{1,40})-(?<partition>\\d{1,9})"
                    + "-(?<first>\\d{18})-(?<next>\\d{18})\\.lp\\.zst");

    /**
     * A partition of a topic.
     *
     * @param topicId Kafka's id of the topic, and the number of the log if the topic lost its end
     */
    record Source(String topicId, int partition) {
        @Override
        public String toString() {
            return topicId + "-" + partition;
        }
    }

    /** Reads a name; empty if it is not one of a file of lines. */
    static Optional<LineFileName> parse(String name) {
        Matcher matcher = FORM.matcher(name);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new LineFileName(
                    TIME.parse(matcher.group("time"), Instant::from).toEpochMilli(),
                    new Source(matcher.group("topic"), Integer.parseInt(matcher.group("partition"))),
                    Long.parseLong(matcher.group("first")),
                    Long.parseLong(matcher.group("next"))));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%s-%s-%018d-%018d.lp.zst",
                TIME.format(Instant.ofEpochMilli(millis)),
                source,
                first,
                next);
    }
}
