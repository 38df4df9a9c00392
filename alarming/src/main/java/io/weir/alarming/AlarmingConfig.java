package io.weir.alarming;

import io.weir.contract.config.YamlSection;
import io.weir.contract.line.FutureLimit;
import java.nio.file.Path;
import java.time.Duration;

/**
 * User settings of alarming.
 *
 * @param threads number of stream threads
 * @param seriesExpiry silence after which a series without a raised alarm is forgotten
 * @param ahead a timestamp that is further ahead of its receive time is wrong: its value is not
 *     evaluated
 * @param alarmExpiry time in state normal after which an alarm is removed from {@code alarms.state}
 * @param intakeTimeout lag of log time behind the clock from which {@code weir-intake} is raised
 * @param stateDirectory directory of the Kafka Streams lock; the state itself is in Kafka
 */
public record AlarmingConfig(
        int threads,
        Duration seriesExpiry,
        Duration ahead,
        Duration alarmExpiry,
        Duration intakeTimeout,
        long stateBytes,
        Path stateDirectory) {

    private static final long LEAST_STATE_BYTES = 1 << 20;

    /** Default values of all settings. */
    public static AlarmingConfig defaults() {
        return new AlarmingConfig(
                1,
                Duration.ofHours(1),
                FutureLimit.DEFAULT,
                Duration.ofDays(7),
                Duration.ofMinutes(1),
                384L << 20,
                Path.of("data", "state"));
    }

    /** Reads the section {@code alarming}; the section collects the mistakes. */
    public static AlarmingConfig read(YamlSection in) {
        AlarmingConfig unset = defaults();
        return new AlarmingConfig(
                in.integer("threads", 1, 256, "stream threads; more than partitions are idle")
                        .or(unset.threads),
                in.duration(
                                "series-expiry",
                                Duration.ofMinutes(1),
                                "silence after which a series without a raised alarm is forgotten")
                        .or(unset.seriesExpiry),
                in.duration(
                                "ahead",
                                Duration.ofSeconds(1),
                                "a value whose timestamp is further ahead of its receive time changes no alarm")
                        .or(unset.ahead),
                in.duration(
                                "alarm-expiry",
                                Duration.ofMinutes(1),
                                "time in state NORMAL after which an alarm is removed from alarms.state")
                        .or(unset.alarmExpiry),
                in.duration(
                                "intake-timeout",
                                Duration.ofSeconds(5),
                                "time without input, or lag of all input, after which the alarm weir-intake is raised")
                        .or(unset.intakeTimeout),
                in.longInteger(
                                "state-bytes",
                                LEAST_STATE_BYTES,
                                1L << 44,
                                "estimated memory for the series of all partitions together, each with an equal share, and again for all alarms")
                        .or(unset.stateBytes),
                Path.of(in.text("state-directory", "where Kafka Streams keeps its lock; the state itself is in Kafka")
                        .or(unset.stateDirectory.toString())));
    }

    /** Returns a copy with this intake timeout. */
    public AlarmingConfig withIntakeTimeout(Duration other) {
        return new AlarmingConfig(threads, seriesExpiry, ahead, alarmExpiry, other, stateBytes, stateDirectory);
    }

    /** Returns a copy with this state directory. */
    public AlarmingConfig withStateDirectory(Path other) {
        return new AlarmingConfig(threads, seriesExpiry, ahead, alarmExpiry, intakeTimeout, stateBytes, other);
    }

    /** Returns a copy with this memory for series. */
    public AlarmingConfig withStateBytes(long other) {
        return new AlarmingConfig(threads, seriesExpiry, ahead, alarmExpiry, intakeTimeout, other, stateDirectory);
    }
}
