package io.weir.writer.store.victoriametrics;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Limits beyond which a VictoriaMetrics drops or cuts data without an error, from its flags.
 *
 * @param keptMillis samples older than this are dropped
 * @param aheadMillis samples farther in the future are dropped
 * @param mostTags further tags are dropped, and two series may become one
 * @param longestTag longer values of tags are cut
 */
record ServerLimits(long keptMillis, long aheadMillis, int mostTags, int longestTag) {
    /** For a server that does not show its flags. */
    static final ServerLimits UNKNOWN =
            new ServerLimits(Long.MAX_VALUE, Long.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE);

    private static final long DAY = Duration.ofDays(1).toMillis();
    /** Before there was a flag for it. */
    private static final long AHEAD = 2 * DAY;

    private static final Pattern FLAG =
            Pattern.compile("^flag\\{name=\"(\\w+)\",\\s*value=\"([^\"]*)\"", Pattern.MULTILINE);
    private static final Pattern SPAN = Pattern.compile("(\\d{1,6}(?:\\.\\d{1,6})?)([a-z]?)");

    /** @param metrics the server's own metrics, in the text format of Prometheus */
    static ServerLimits of(String metrics) {
        // A server that stores nothing itself, such as vminsert, does not know what is too far ahead.
        long ahead = metrics.contains("flag{name=\"retentionPeriod\"") ? AHEAD : Long.MAX_VALUE;
        ServerLimits limits = new ServerLimits(Long.MAX_VALUE, ahead, Integer.MAX_VALUE, Integer.MAX_VALUE);
        Matcher flags = FLAG.matcher(metrics);
        while (flags.find()) {
            limits = limits.with(flags.group(1), flags.group(2));
        }
        return limits;
    }

    private ServerLimits with(String flag, String value) {
        return switch (flag) {
            case "retentionPeriod" -> new ServerLimits(millis(value, keptMillis), aheadMillis, mostTags, longestTag);
            case "futureRetention" -> new ServerLimits(keptMillis, millis(value, aheadMillis), mostTags, longestTag);
            case "maxLabelsPerTimeseries" ->
                new ServerLimits(keptMillis, aheadMillis, number(value, mostTags), longestTag);
            case "maxLabelValueLen" -> new ServerLimits(keptMillis, aheadMillis, mostTags, number(value, longestTag));
            default -> this;
        };
    }

    /** A number without a unit means months of 31 days. */
    private static long millis(String text, long otherwise) {
        Matcher span = SPAN.matcher(text);
        if (!span.matches()) {
            return otherwise;
        }
        long unit =
                switch (span.group(2)) {
                    case "" -> 31 * DAY;
                    case "h" -> DAY / 24;
                    case "d" -> DAY;
                    case "w" -> 7 * DAY;
                    case "y" -> 365 * DAY;
                    default -> 0;
                };
        return unit == 0 ? otherwise : (long) (Double.parseDouble(span.group(1)) * unit);
    }

    private static int number(String text, int otherwise) {
        return text.matches("[1-9]\\d{0,8}") ? Integer.parseInt(text) : otherwise;
    }
}
