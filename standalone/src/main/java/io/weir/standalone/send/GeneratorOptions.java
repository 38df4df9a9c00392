package io.weir.standalone.send;

import io.weir.contract.config.Durations;
import io.weir.contract.config.Refusal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options for generated lines. */
final class GeneratorOptions {
    private static final Duration STANDARD = Duration.ofSeconds(10);

    /** The options that do not apply to a file. */
    static final List<String> NAMES =
            List.of("--series", "--values", "--bad", "--measurement", "--seed", "--duration", "--count", "--warm-up");

    @Option(
            names = "--series",
            paramLabel = "N",
            description = "Number of series (default: ${DEFAULT-VALUE}).",
            defaultValue = "100000")
    private int series;

    @Option(
            names = "--values",
            paramLabel = "PATTERN",
            description = "Pattern of the values: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).",
            defaultValue = "random")
    private ValuePattern values = ValuePattern.RANDOM;

    @Option(
            names = "--bad",
            paramLabel = "PERCENT",
            description = "Share of invalid lines, of eight kinds (default: ${DEFAULT-VALUE}).",
            defaultValue = "0")
    private double bad;

    @Option(
            names = "--measurement",
            paramLabel = "NAME",
            description = "Measurement of all lines (default: ${DEFAULT-VALUE}). Its tags are detector,"
                    + " hostname and rolename, its field is value.",
            defaultValue = "cpu_usage")
    private String measurement = "";

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Seed of the values: the same number gives the same lines (default:" + " ${DEFAULT-VALUE}).",
            defaultValue = "1")
    private long seed;

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            description = "Duration of the run, such as 10m (without it and --count: 10s).")
    private Optional<String> duration = Optional.empty();

    @Option(names = "--count", paramLabel = "LINES", description = "Number of lines to send.")
    private Optional<Long> count = Optional.empty();

    @Option(
            names = "--warm-up",
            paramLabel = "TIME",
            description = "Time before the run, in which the rate rises from 0 (default: ${DEFAULT-VALUE}).",
            defaultValue = "0s")
    private String warmUp = "0s";

    WorkloadShape shape() {
        return new WorkloadShape(measurement, series, bad, values, seed);
    }

    Load load(long linesPerSecond, int perDatagram) {
        if (perDatagram > Workload.MOST_PER_DATAGRAM) {
            throw new IllegalArgumentException("--lines must be at most " + Workload.MOST_PER_DATAGRAM
                    + " for generated lines, was " + perDatagram);
        }
        if (count.isPresent() && count.get() < 1) {
            throw new IllegalArgumentException("--count must be at least 1, was " + count.get());
        }
        long nanos = duration.map(text -> time("--duration", text).toNanos())
                .orElse(count.isPresent() ? Load.NO_LIMIT : STANDARD.toNanos());
        long warmUpNanos = linesPerSecond == 0 ? 0 : time("--warm-up", warmUp).toNanos();
        return new Load(linesPerSecond, perDatagram, count.orElse(Load.NO_LIMIT), warmUpNanos, nanos);
    }

    /** Parses a duration as in Weir's settings. */
    static Duration time(String option, String text) {
        try {
            return Durations.parse(text);
        } catch (Refusal e) {
            throw new IllegalArgumentException(option + " " + e.getMessage(), e);
        }
    }
}
