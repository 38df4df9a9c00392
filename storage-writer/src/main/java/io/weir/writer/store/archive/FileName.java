package io.weir.writer.store.archive;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a data file, which says where its lines come from. A file name never occurs twice in a directory: the
 * ranges of a partition do not overlap, and a topic that is created anew has another id.
 *
 * @param source the partition
 * @param range the offsets whose lines the file contains, as far as they belong to its measurement and hour
 */
public record FileName(Source source, Range range) implements Comparable<FileName> {
    /** The end of the name of each data file. */
    public static final String SUFFIX = ".parquet";

    private static final Pattern FORM =
            Pattern.compile("(?<topic>[A-Za-z0-9_-]{1,40})-(?<partition>\\d{1,9})-(?<first>\\d{18})-(?<next>\\d{18})"
                    + Pattern.quote(SUFFIX));

    /**
     * A partition of a topic.
     *
     * @param topicId Kafka's id of the topic
     */
    public record Source(String topicId, int partition) {
        @Override
        public String toString() {
            return topicId + "-" + partition;
        }
    }

    /**
     * Offsets of a partition.
     *
     * @param first the first
     * @param next the one after the last
     */
    public record Range(long first, long next) {}

    /** Reads a name; empty if it is not one of a data file. */
    public static Optional<FileName> parse(String name) {
        Matcher matcher = FORM.matcher(name);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        return Optional.of(new FileName(
                new Source(matcher.group("topic"), Integer.parseInt(matcher.group("partition"))),
                new Range(Long.parseLong(matcher.group("first")), Long.parseLong(matcher.group("next")))));
    }

    /** By topic, partition and offset. */
    @Override
    public int compareTo(FileName other) {
        return toString().compareTo(other.toString());
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%s-%018d-%018d%s", source, range.first, range.next, SUFFIX);
    }
}
