package io.weir.standalone.query;

import io.weir.contract.config.Durations;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** A time range; {@code end} is not before {@code start}. */
record TimeRange(Instant start, Instant end) {
    /** Steps of a range without {@code --step}: more than a terminal has columns of dots. */
    private static final int USUAL_STEPS = 250;

    private static final List<Duration> STEPS = List.of(
            Duration.ofSeconds(1),
            Duration.ofSeconds(2),
            Duration.ofSeconds(5),
            Duration.ofSeconds(10),
            Duration.ofSeconds(15),
            Duration.ofSeconds(30),
            Duration.ofMinutes(1),
            Duration.ofMinutes(2),
            Duration.ofMinutes(5),
            Duration.ofMinutes(10),
            Duration.ofMinutes(15),
            Duration.ofMinutes(30),
            Duration.ofHours(1),
            Duration.ofHours(2),
            Duration.ofHours(6),
            Duration.ofHours(12),
            Duration.ofDays(1));

    Duration length() {
        return Duration.between(start, end);
    }

    /** The shortest usual step that divides the range into at most 250; whole days for years. */
    Duration usualStep() {
        Duration least = length().dividedBy(USUAL_STEPS);
        return STEPS.stream()
                .filter(step -> step.compareTo(least) >= 0)
                .findFirst()
                .orElseGet(() -> Duration.ofDays(least.toDays() + 1));
    }

    /** The parameters of the API. */
    List<Map.Entry<String, String>> parameters() {
        return List.of(
                Map.entry("start", Times.parameter(start.toEpochMilli())),
                Map.entry("end", Times.parameter(end.toEpochMilli())));
    }

    /** The range of the same length that ends before this one. */
    TimeRange before() {
        Instant last = start.minusMillis(1);
        return new TimeRange(since1970(last.minus(length())), since1970(last));
    }

    /** No server has earlier samples. */
    private static Instant since1970(Instant time) {
        return time.isBefore(Instant.EPOCH) ? Instant.EPOCH : time;
    }

    /** For people. */
    String text() {
        return Times.rounded(start.toEpochMilli()) + " to " + Times.rounded(end.toEpochMilli()) + " UTC";
    }

    /** For people. */
    String text(Duration step) {
        return text() + ", step " + Durations.format(step);
    }
}
