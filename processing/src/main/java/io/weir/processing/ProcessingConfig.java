package io.weir.processing;

import io.weir.contract.line.LineBounds;
import io.weir.contract.service.LineBoundsKeys;
import io.weir.contract.yaml.YamlSection;
import java.nio.file.Path;
import java.time.Duration;

/**
 * What a user sets for processing.
 *
 * @param threads stream threads
 * @param standbys how many other instances keep a copy of each partition's state, ready to take over
 * @param commitInterval how much is processed again after a crash, at most
 * @param seriesExpiry a series silent for longer is forgotten
 * @param lines how large lines may be, whoever wrote them to {@code metrics.raw}
 * @param gatewayTimeout a gateway silent or behind for longer no longer holds back windows and absence
 * @param stateDirectory where Kafka Streams keeps its lock; the state itself is in Kafka
 */
public record ProcessingConfig(
        int threads,
        int standbys,
        Duration commitInterval,
        Duration seriesExpiry,
        Duration gatewayTimeout,
        LineBounds lines,
        Path stateDirectory) {

    /** What holds where nothing is set. */
    public static ProcessingConfig defaults() {
        return new ProcessingConfig(
                1,
                0,
                Duration.ofSeconds(5),
                Duration.ofHours(1),
                Duration.ofSeconds(30),
                LineBounds.STANDARD,
                Path.of("data", "state"));
    }

    /** Reads the section {@code processing}; its mistakes are collected there. */
    public static ProcessingConfig read(YamlSection in) {
        ProcessingConfig unset = defaults();
        return new ProcessingConfig(
                in.integer("threads", 1, 256, "stream threads; more than partitions are idle")
                        .or(unset.threads),
                in.integer(
                                "standbys",
                                0,
                                16,
                                "how many other instances keep a copy of each partition's state, to take over at once")
                        .or(unset.standbys),
                in.duration(
                                "commit-interval",
                                Duration.ofMillis(100),
                                "at most this much is processed again after a crash")
                        .or(unset.commitInterval),
                in.duration("series-expiry", Duration.ofMinutes(1), "a series silent for longer is forgotten")
                        .or(unset.seriesExpiry),
                in.duration(
                                "gateway-timeout",
                                Duration.ofSeconds(2),
                                "windows and absence wait at most so long for a gateway that is silent or behind; longer than its restart takes")
                        .or(unset.gatewayTimeout),
                LineBoundsKeys.read(in.section("limits"), unset.lines),
                Path.of(in.text("state-directory", "where Kafka Streams keeps its lock; the state itself is in Kafka")
                        .or(unset.stateDirectory.toString())));
    }

    /** The same with another state directory. */
    public ProcessingConfig withStateDirectory(Path other) {
        return new ProcessingConfig(threads, standbys, commitInterval, seriesExpiry, gatewayTimeout, lines, other);
    }
}
