package io.weir.gateway;

import io.weir.contract.config.YamlSection;
import io.weir.contract.config.YamlSource;
import io.weir.contract.rule.match.Glob;
import io.weir.gateway.input.InputKind;
import io.weir.gateway.input.Inputs;
import io.weir.gateway.intake.IntakeSettings;
import io.weir.gateway.intake.batch.Shedding;
import io.weir.gateway.intake.partial.PartialMemory;
import io.weir.gateway.intake.partial.SourceAggregation;
import io.weir.gateway.intake.stamp.StampLimits;
import io.weir.gateway.limit.LimitSettings;
import io.weir.gateway.plugin.Plugins;
import io.weir.gateway.setting.AggregateKeys;
import io.weir.gateway.setting.InputSettings;
import io.weir.gateway.setting.LimitKeys;
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
 * @param queueBytes maximum number of bytes that wait in memory for Kafka
 * @param limits maximum deviation of timestamps
 * @param senderLimits limits of senders
 * @param limitsOfInputs the same for inputs with limits of their own, by name
 * @param spool where lines wait on disk while Kafka accepts less than the gateway receives
 * @param shedding order of load shedding
 * @param aggregations fields that are aggregated before they are sent
 * @param aggregateBytes maximum memory for values that are being aggregated, of all inputs together
 * @param compression of the records, by Kafka's name
 */
public record GatewayConfig(
        String id,
        List<InputSettings> inputs,
        long lingerNanos,
        int batchBytes,
        long queueBytes,
        int knownSeries,
        long knownSeriesBytes,
        int rejectsPerSecond,
        StampLimits limits,
        LimitSettings senderLimits,
        Map<String, LimitSettings> limitsOfInputs,
        SpoolSettings spool,
        Shedding shedding,
        List<SourceAggregation> aggregations,
        long aggregateBytes,
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
                        "name of this gateway in record headers, stable over restarts; no two gateways may have the same")
                .or(HostName.find(), "the host's name");
        LimitSettings senderLimits = LimitKeys.read(section.section("limits"));
        Inputs inputs = InputKind.read(section, senderLimits, Plugins.read(section));
        YamlSection batch = section.section("batch");
        YamlSection queue = section.section("queue");
        YamlSection series = section.section("known-series");
        YamlSection stamps = section.section("timestamps");
        GatewayConfig config = new GatewayConfig(
                id,
                inputs.all(),
                batch.duration("linger", Duration.ZERO, "longest wait of a line for others of its partition")
                        .or(Duration.ofMillis(10))
                        .toNanos(),
                batch.integer("bytes", 1 << 10, 512 << 10, "a batch of this size is sent immediately")
                        .or(128 << 10),
                queue.longInteger(
                                "bytes",
                                1 << 20,
                                1L << 40,
                                "bytes that may wait in memory; half full, lines that Kafka does not accept go to the spool; full, lines are dropped")
                        .or(64L << 20),
                series.integer("count", 1, 1 << 29, "series in the cache, whose tags need not be read")
                        .or(2_000_000),
                series.longInteger("bytes", 1 << 20, 8L << 30, "memory for the series cache")
                        .or(512L << 20),
                section.integer(
                                "rejects-per-second",
                                0,
                                1_000_000,
                                "rejected lines, and KiB, written to metrics.rejected")
                        .or(1000),
                limits(stamps),
                senderLimits,
                inputs.limits(),
                spool(section.section("spool")),
                new Shedding(section.section("shedding")
                        .values(
                                "order",
                                Glob::new,
                                "measurements to drop first when there is little room, cheapest first")
                        .or(List.of(), "none")),
                AggregateKeys.read(section),
                aggregateBytes(section),
                section.choice("compression", Compression.class, "compression of the records in Kafka")
                        .or(Compression.LZ4));
        requireRoom(config, section, queue);
        return config;
    }

    private static void requireRoom(GatewayConfig config, YamlSection section, YamlSection queue) {
        if (config.queueBytes < 4L * config.batchBytes) {
            queue.refuse(
                    "bytes",
                    "must hold four batches of " + config.batchBytes + " bytes, was " + config.queueBytes,
                    "increase it, or decrease batch.bytes");
        }
        if (!config.aggregations.isEmpty() && config.aggregateBytes > config.queueBytes / 2) {
            section.refuse(
                    "aggregate-bytes",
                    "must be at most half of queue.bytes, because the lines of a second go there at once; was "
                            + config.aggregateBytes,
                    "set it to " + config.queueBytes / 2 + ", or increase queue.bytes");
        }
    }

    private static long aggregateBytes(YamlSection section) {
        return section.longInteger(
                        "aggregate-bytes",
                        1 << 18,
                        1L << 40,
                        "memory for values that are being aggregated, at most half of queue.bytes; full, their lines are sent early")
                .or(PartialMemory.STANDARD_BYTES);
    }

    private static SpoolSettings spool(YamlSection spool) {
        return new SpoolSettings(
                Path.of(spool.text("directory", "directory for lines that wait while Kafka is slow or away")
                        .or(SPOOL.toString())),
                spool.longInteger("bytes", 0, 1L << 50, "largest size of the spool; 0 for no spool")
                        .or(4L << 30),
                spool.integer("keep-free", 0, 99, "percent of the disk that the spool leaves free")
                        .or(5));
    }

    private static StampLimits limits(YamlSection stamps) {
        return new StampLimits(
                stamps.duration(
                                "future-limit",
                                Duration.ZERO,
                                "lines with timestamps further in the future are rejected")
                        .or(Duration.ofHours(1))
                        .toNanos(),
                stamps.duration("past-limit", Duration.ZERO, "lines with timestamps further in the past are rejected")
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
                queueBytes,
                knownSeries,
                knownSeriesBytes,
                rejectsPerSecond,
                limits,
                senderLimits,
                limitsOfInputs,
                new SpoolSettings(directory, spool.bytes(), spool.keepFreePercent()),
                shedding,
                aggregations,
                aggregateBytes,
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
                        + " is more than five times the size of one thread's series cache (" + share
                        + "): a sender can fill the cache with less than a tenth of its budget, and the budget does not"
                        + " stop it then; increase known-series.count, or set limits.series-per-source to at most "
                        + trusted);
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
        int intakes = inputs.stream().mapToInt(InputSettings::threads).sum();
        return new IntakeSettings(
                partitions,
                batchBytes,
                Math.max(1, knownSeries / intakes),
                knownSeriesBytes / intakes,
                (rejectsPerSecond + intakes - 1) / intakes,
                limits,
                aggregations);
    }
}
