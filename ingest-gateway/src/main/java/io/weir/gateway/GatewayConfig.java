package io.weir.gateway;

import io.weir.contract.rule.match.Glob;
import io.weir.contract.yaml.YamlSection;
import io.weir.contract.yaml.YamlSource;
import io.weir.gateway.input.InputKind;
import io.weir.gateway.input.InputSettings;
import io.weir.gateway.input.Inputs;
import io.weir.gateway.input.LimitKeys;
import io.weir.gateway.intake.IntakeSettings;
import io.weir.gateway.intake.Shedding;
import io.weir.gateway.intake.StampLimits;
import io.weir.gateway.limit.LimitSettings;
import io.weir.gateway.spool.SpoolSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The settings of a gateway.
 *
 * @param id name of this gateway; must be unique
 * @param inputs at least one
 * @param lingerNanos maximum time that a line waits for others of its partition
 * @param handOffBytes maximum number of bytes that wait in memory for Kafka
 * @param limits maximum deviation of timestamps
 * @param senderLimits limits of senders
 * @param limitsOfInputs the same for inputs with limits of their own, by name
 * @param spool where lines wait on disk while Kafka accepts less than the gateway receives
 * @param shedding order of load shedding
 * @param compression of the records, by Kafka's name
 */
public record GatewayConfig(
        String id,
        List<InputSettings> inputs,
        long lingerNanos,
        int batchBytes,
        long handOffBytes,
        int knownSeries,
        long knownSeriesBytes,
        int rejectsPerSecond,
        StampLimits limits,
        LimitSettings senderLimits,
        Map<String, LimitSettings> limitsOfInputs,
        SpoolSettings spool,
        Shedding shedding,
        Compression compression) {

    private static final Path SPOOL = Path.of("data", "spool");

    /** Compression of Kafka records. */
    public enum Compression {
        NONE,
        LZ4,
        ZSTD,
        SNAPPY,
        GZIP
    }

    /** All settings at their defaults. */
    public static GatewayConfig defaults() {
        return YamlSource.text("defaults", "").read(GatewayConfig::read);
    }

    /** Reads the section of a gateway. */
    public static GatewayConfig read(YamlSection section) {
        String id = section.text(
                        "id",
                        "names this gateway in record headers, also after a restart; no two gateways may have the same")
                .or(HostName.find(), "the host's name");
        LimitSettings senderLimits = LimitKeys.read(section.section("limits"));
        Inputs inputs = InputKind.read(section, senderLimits);
        YamlSection batch = section.section("batch");
        YamlSection series = section.section("known-series");
        YamlSection stamps = section.section("timestamps");
        GatewayConfig config = new GatewayConfig(
                id,
                inputs.all(),
                batch.duration("linger", Duration.ZERO, "how long a line may wait for others of its partition")
                        .or(Duration.ofMillis(10))
                        .toNanos(),
                batch.integer("bytes", 1 << 10, 512 << 10, "a batch of this many bytes leaves at once")
                        .or(128 << 10),
                section.longInteger(
                                "hand-off-bytes",
                                1 << 20,
                                1L << 40,
                                "bytes that may wait in memory; half full, lines that Kafka does not take go to the spool; full, lines are dropped")
                        .or(64L << 20),
                series.integer("count", 1, 1 << 29, "series that are recognised without reading their tags")
                        .or(2_000_000),
                series.longInteger("bytes", 1 << 20, 8L << 30, "memory for these series")
                        .or(512L << 20),
                section.integer(
                                "rejects-per-second",
                                0,
                                1_000_000,
                                "refused lines, and KiB, that go to metrics.rejected")
                        .or(1000),
                limits(stamps),
                senderLimits,
                inputs.limits(),
                spool(section.section("spool")),
                new Shedding(section.values(
                                "shed",
                                Glob::new,
                                "measurements to give up first when there is little room, cheapest first")
                        .or(List.of(), "none")),
                section.choice("compression", Compression.class, "of the records in Kafka")
                        .or(Compression.LZ4));
        if (config.handOffBytes < 4L * config.batchBytes) {
            section.refuse(
                    "hand-off-bytes",
                    "holds less than four batches of " + config.batchBytes + " bytes, was " + config.handOffBytes,
                    "make it larger, or batch.bytes smaller");
        }
        return config;
    }

    private static SpoolSettings spool(YamlSection spool) {
        return new SpoolSettings(
                Path.of(spool.text("directory", "where lines wait on disk while Kafka is slow or away")
                        .or(SPOOL.toString())),
                spool.longInteger("bytes", 0, 1L << 50, "that may wait there; 0 for no spool")
                        .or(4L << 30),
                spool.integer("keep-free", 0, 99, "percent of the disk that the spool leaves free")
                        .or(5));
    }

    private static StampLimits limits(YamlSection stamps) {
        return new StampLimits(
                stamps.duration("future-limit", Duration.ZERO, "lines stamped further ahead are refused")
                        .or(Duration.ofHours(1))
                        .toNanos(),
                stamps.duration("past-limit", Duration.ZERO, "lines stamped longer ago are refused")
                        .optional()
                        .map(Duration::toNanos)
                        .orElse(StampLimits.NONE));
    }

    /** Returns these settings with the spool in this directory, if the settings name no other. */
    public GatewayConfig withSpoolIn(Path directory) {
        if (!spool.directory().equals(SPOOL)) {
            return this;
        }
        return new GatewayConfig(
                id,
                inputs,
                lingerNanos,
                batchBytes,
                handOffBytes,
                knownSeries,
                knownSeriesBytes,
                rejectsPerSecond,
                limits,
                senderLimits,
                limitsOfInputs,
                new SpoolSettings(directory, spool.bytes(), spool.keepFreePercent()),
                shedding,
                compression);
    }

    /** Warning for the log about a combination that is valid but hardly intended. */
    Optional<String> warning() {
        int share = intake(1).knownSeries();
        long trusted = 5L * share;
        int most = Stream.concat(Stream.of(senderLimits), limitsOfInputs.values().stream())
                .mapToInt(LimitSettings::seriesOfSource)
                .max()
                .getAsInt();
        return most <= trusted
                ? Optional.empty()
                : Optional.of("limits.series-per-source=" + most
                        + " is more than five times the series that one event loop can know (" + share
                        + "): a sender can fill that table without having used a tenth, and is not stopped then;"
                        + " make known-series.count larger, or limits.series-per-source " + trusted + " at most");
    }

    /** The limits of senders at this input. */
    LimitSettings limitsOf(String input) {
        return limitsOfInputs.getOrDefault(input, senderLimits);
    }

    /**
     * The settings of one intake. Memory limits of the gateway are divided evenly among its
     * intakes.
     */
    IntakeSettings intake(int partitions) {
        int intakes = inputs.stream().mapToInt(InputSettings::loops).sum();
        return new IntakeSettings(
                partitions,
                batchBytes,
                Math.max(1, knownSeries / intakes),
                knownSeriesBytes / intakes,
                (rejectsPerSecond + intakes - 1) / intakes,
                limits);
    }
}
