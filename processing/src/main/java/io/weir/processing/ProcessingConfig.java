package io.weir.processing;

import io.weir.contract.config.YamlSection;
import io.weir.contract.line.FutureLimit;
import io.weir.contract.line.LineBounds;
import io.weir.contract.service.LineBoundsKeys;
import io.weir.processing.account.StateBudget;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Settings of the processing service.
 *
 * @param threads number of stream threads
 * @param standbyReplicas number of other instances that keep a copy of each partition's state, ready to
 *     take over
 * @param commitInterval upper bound of the input that is processed again after a crash
 * @param seriesExpiry a series that is silent for longer is forgotten
 * @param ahead a timestamp that is further ahead of its receive time is wrong: its value is stored
 *     only
 * @param latePerSecond late lines that each partition stores per second of log time although their
 *     raw values are not stored
 * @param lines size limits of the lines in {@code metrics.raw}, whichever client wrote them
 * @param gatewayTimeout windows and absence wait at most this long for a gateway that is silent or
 *     lags
 * @param state memory limit for the state of all partitions together
 * @param stateDirectory directory of Kafka Streams' lock; the state itself is in Kafka
 */
public record ProcessingConfig(
        int threads,
        int standbyReplicas,
        Duration commitInterval,
        Duration seriesExpiry,
        Duration gatewayTimeout,
        Duration ahead,
        int latePerSecond,
        LineBounds lines,
        StateBudget state,
        Path stateDirectory) {

    private static final long LEAST_STATE_BYTES = 1 << 20;

    /** The values that apply where the configuration sets none. */
    public static ProcessingConfig defaults() {
        return new ProcessingConfig(
                1,
                0,
                Duration.ofSeconds(5),
                Duration.ofHours(1),
                Duration.ofSeconds(30),
                FutureLimit.DEFAULT,
                1_000,
                LineBounds.STANDARD,
                new StateBudget(384L << 20, 75, 100),
                Path.of("data", "state"));
    }

    /** Reads the section {@code processing}; {@code in} collects its errors. */
    public static ProcessingConfig read(YamlSection in) {
        ProcessingConfig unset = defaults();
        return new ProcessingConfig(
                in.integer("threads", 1, 256, "stream threads; more than partitions are idle")
                        .or(unset.threads),
                in.integer(
                                "standby-replicas",
                                0,
                                16,
                                "number of other instances that keep a copy of each partition's state, ready to take over")
                        .or(unset.standbyReplicas),
                in.duration(
                                "commit-interval",
                                Duration.ofMillis(100),
                                "upper bound of the input that is processed again after a crash")
                        .or(unset.commitInterval),
                in.duration("series-expiry", Duration.ofMinutes(1), "silence after which a series is forgotten")
                        .or(unset.seriesExpiry),
                in.duration(
                                "gateway-timeout",
                                Duration.ofSeconds(2),
                                "longest time that windows and absence wait for a gateway that is silent or lags; must exceed its restart time")
                        .or(unset.gatewayTimeout),
                in.duration(
                                "ahead",
                                Duration.ofSeconds(1),
                                "a value whose timestamp is further ahead of its receive time is stored, but changes no window, no derived value and no suppression")
                        .or(unset.ahead),
                in.integer(
                                "late-per-second",
                                0,
                                1_000_000,
                                "late lines that each partition stores per second although their raw values are not stored; the others go to metrics.rejected")
                        .or(unset.latePerSecond),
                LineBoundsKeys.read(in.section("limits"), unset.lines),
                state(in, unset.state),
                Path.of(in.text("state-directory", "where Kafka Streams keeps its lock; the state itself is in Kafka")
                        .or(unset.stateDirectory.toString())));
    }

    /** Returns a copy with another state directory. */
    public ProcessingConfig withStateDirectory(Path other) {
        return with(latePerSecond, state, other);
    }

    /** Returns a copy with another limit of late lines. */
    public ProcessingConfig withLatePerSecond(int other) {
        return with(other, state, stateDirectory);
    }

    /** Returns a copy with another memory limit. */
    public ProcessingConfig withState(StateBudget other) {
        return with(latePerSecond, other, stateDirectory);
    }

    private ProcessingConfig with(int late, StateBudget budget, Path directory) {
        return new ProcessingConfig(
                threads,
                standbyReplicas,
                commitInterval,
                seriesExpiry,
                gatewayTimeout,
                ahead,
                late,
                lines,
                budget,
                directory);
    }

    private static StateBudget state(YamlSection in, StateBudget unset) {
        return new StateBudget(
                in.longInteger(
                                "state-bytes",
                                LEAST_STATE_BYTES,
                                1L << 44,
                                "estimated memory for the state of all partitions together; each partition has an equal share")
                        .or(unset.bytes()),
                in.integer(
                                "state-measurement-percent",
                                1,
                                100,
                                "largest share of a partition's memory for one measurement, in percent")
                        .or(unset.measurementPercent()),
                in.integer(
                                "state-gateway-percent",
                                1,
                                100,
                                "largest share of a partition's memory for the series of one gateway, in percent")
                        .or(unset.gatewayPercent()));
    }
}
