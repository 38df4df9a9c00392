package io.weir.gateway;

import io.weir.contract.yaml.YamlSection;
import io.weir.contract.yaml.YamlSource;
import io.weir.gateway.intake.IntakeSettings;
import io.weir.gateway.intake.StampLimits;
import io.weir.gateway.udp.UdpSettings;
import java.time.Duration;

/**
 * What an operator may say of a gateway.
 *
 * @param id names this gateway; no two may have the same
 * @param handOffBytes how many bytes may wait for Kafka
 * @param compression of the records, by Kafka's name
 */
public record GatewayConfig(
        String id,
        UdpSettings udp,
        int batchBytes,
        long handOffBytes,
        int knownSeries,
        long knownSeriesBytes,
        int rejectsPerSecond,
        StampLimits limits,
        Compression compression) {

    /** How Kafka records are compressed. */
    public enum Compression {
        NONE,
        LZ4,
        ZSTD,
        SNAPPY,
        GZIP
    }

    /** Everything as it is when nothing is said. */
    public static GatewayConfig defaults() {
        return YamlSource.text("defaults", "").read(GatewayConfig::read);
    }

    /** Reads the section of a gateway. */
    public static GatewayConfig read(YamlSection section) {
        String id = section.text("id", "names this gateway in record headers; no two gateways may have the same")
                .or(HostName.find(), "the host's name");
        UdpSettings udp = udp(section.section("udp"));
        YamlSection batch = section.section("batch");
        YamlSection series = section.section("known-series");
        YamlSection stamps = section.section("timestamps");
        return new GatewayConfig(
                id,
                udp.withLinger(
                        batch.duration("linger", Duration.ZERO, "how long a line may wait for others of its partition")
                                .or(Duration.ofMillis(10))),
                batch.integer("bytes", 1 << 10, 4 << 20, "a batch of this many bytes leaves at once")
                        .or(128 << 10),
                section.longInteger(
                                "hand-off-bytes",
                                1 << 20,
                                1L << 40,
                                "bytes that may wait for Kafka before lines are dropped")
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
                section.choice("compression", Compression.class, "of the records in Kafka")
                        .or(Compression.LZ4));
    }

    private static UdpSettings udp(YamlSection udp) {
        return new UdpSettings(
                udp.text("host", "address to listen on; * for all, IPv4 and IPv6")
                        .or("*"),
                udp.integer("port", 0, 65_535, "line protocol over UDP; 0 for any free one")
                        .or(8089),
                udp.integer("loops", 1, 256, "sockets and threads that receive")
                        .or(Math.min(2, Runtime.getRuntime().availableProcessors()), "2; 1 on a single processor"),
                udp.integer("receive-buffer", 4096, 1 << 30, "bytes of each socket's buffer in the kernel")
                        .or(16 << 20),
                Duration.ZERO);
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

    /** The part of one event loop out of {@code loops}: memory limits are the gateway's, and shared evenly. */
    IntakeSettings intake(int partitions, int loops) {
        return new IntakeSettings(
                partitions,
                batchBytes,
                Math.max(1, knownSeries / loops),
                knownSeriesBytes / loops,
                (rejectsPerSecond + loops - 1) / loops,
                limits);
    }
}
