package io.weir.contract.archive;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a data file, which says where its lines come from. A file name never occurs twice in a directory: the
 * ranges of a partition do not overlap, and a topic that is created anew, or lost its end, has another id.
 *
 * @param source the partition
 * @param range the offsets whose lines the file contains, as far as they belong to its measurement and hour
 * @param isMerged whether it replaces files of parts of the range
 */
public record FileName(Source source, Range range, boolean isMerged) implements Comparable<FileName> {
    /** The end of the name of each data file. */
    public static final String SUFFIX = ".parquet";

    private static final String MERGED = "-merged";

    private static final Pattern FORM =
            Pattern.compile("(?<topic>[A-Za-z0-9_-]{1,40})-(?<partition>\\d{1,9})-(?<first>\\d{18})-(?<next>\\d{18})"
                    + "(?<merged>" + MERGED + ")?" + Pattern.quote(SUFFIX));

    /**
     * A partition of a topic.
     *
     * @param topicId Kafka's id of the topic, and the number of the log if the topic lost its end
     */
    public record Source(String topicId, int partition) {
        private static final Pattern FORM = Pattern.compile("(?<topic>[A-Za-z0-9_-]{1,40})-(?<partition>\\d{1,9})");

        /** Reads {@link #toString}; empty if it is something else. */
        public static Optional<Source> parse(String text) {
            Matcher matcher = FORM.matcher(text);
            return matcher.matches()
                    ? Optional.of(new Source(matcher.group("topic"), Integer.parseInt(matcher.group("partition"))))
                    : Optional.empty();
        }

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

    /** The name of a file that the writer writes. */
    public FileName(Source source, Range range) {
        this(source, range, false);
    }

    /** Reads a name; empty if it is not one of a data file. */
    public static Optional<FileName> parse(String name) {
        Matcher matcher = FORM.matcher(name);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        return Optional.of(new FileName(
                new Source(matcher.group("topic"), Integer.parseInt(matcher.group("partition"))),
                new Range(Long.parseLong(matcher.group("first")), Long.parseLong(matcher.group("next"))),
                matcher.group("merged") != null));
    }

    /** Whether this file replaces another, which a compaction has not removed yet. */
    public boolean replaces(FileName other) {
        return isMerged
                && !equals(other)
                && source.equals(other.source)
                && range.first <= other.range.first
                && range.next >= other.range.next;
    }

    /** By topic, partition and offset. */
    @Override
    public int compareTo(FileName other) {
        return toString().compareTo(other.toString());
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT, "%s-%018d-%018d%s%s", source, range.first, range.next, isMerged ? MERGED : "", SUFFIX);
    }
}
