package io.weir.standalone.query;

import static java.util.Objects.requireNonNull;

import io.weir.standalone.option.DurationOption;
import io.weir.standalone.option.TimeOption;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The options that select a time range. */
final class TimeOptions {
    private static final Instant LAST = Instant.parse("2262-01-01T00:00:00Z");

    @Option(
            names = "--since",
            paramLabel = "TIME",
            converter = DurationOption.class,
            description = "The range that ends now, or at --until, and is this long, such as 30m or 7d.")
    private @Nullable Duration since;

    @Option(
            names = "--from",
            paramLabel = "TIME",
            converter = TimeOption.class,
            description = "The start of the range, such as 2026-11-27 or 2026-11-27T15:00:00Z, in UTC.")
    private @Nullable Instant from;

    @Option(
            names = "--until",
            paramLabel = "TIME",
            converter = TimeOption.class,
            description = "The end of the range (default: now).")
    private @Nullable Instant until;

    @Spec(Target.MIXEE)
    private @Nullable CommandSpec command;

    /**
     * The range of the options; empty if none is given.
     *
     * @throws ParameterException if the options contradict each other
     */
    Optional<TimeRange> range(Instant now) {
        if (since != null && from != null) {
            throw refused("--since and --from both set the start: use one of them");
        }
        if (since == null && from == null) {
            if (until != null) {
                throw refused("--until alone is no range: add --since or --from");
            }
            return Optional.empty();
        }
        Instant end = until != null ? until : now.truncatedTo(ChronoUnit.SECONDS);
        requireUsual("--until", end, mixee());
        Instant start = from != null ? from : end.minus(since != null ? since : Duration.ZERO);
        requireUsual(from != null ? "--from" : "the start", start, mixee());
        if (start.isAfter(end)) {
            throw refused("the range starts at " + start + " and ends before, at " + end
                    + ": exchange --from and --until, or correct one");
        }
        return Optional.of(new TimeRange(start, end));
    }

    /** The range of the options, else the last hour. */
    TimeRange rangeOrLastHour(Instant now) {
        Instant end = now.truncatedTo(ChronoUnit.SECONDS);
        return range(now).orElseGet(() -> new TimeRange(end.minus(1, ChronoUnit.HOURS), end));
    }

    /** @throws ParameterException if no server can have samples of that time */
    static void requireUsual(String name, Instant time, CommandSpec command) {
        if (time.isBefore(Instant.EPOCH) || time.isAfter(LAST)) {
            throw new ParameterException(
                    command.commandLine(), name + " must be a time from 1970 to 2262, was " + time);
        }
    }

    private ParameterException refused(String message) {
        return new ParameterException(mixee().commandLine(), message);
    }

    private CommandSpec mixee() {
        return requireNonNull(command);
    }
}
