package io.weir.contract.rule.alarm;

import io.weir.contract.alarm.Severity;
import io.weir.contract.config.YamlSection;
import io.weir.contract.rule.aggregate.AggregateFunction;
import io.weir.contract.rule.aggregate.GroupReader;
import io.weir.contract.rule.aggregate.PeersReader;
import io.weir.contract.rule.aggregate.Repeats;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads the {@code peers} of an alarm. */
final class AlarmPeersReader {
    private static final Duration DEFAULT_WINDOW = Duration.ofSeconds(10);
    private static final AlarmPeers STAND_IN = new AlarmPeers(
            new GroupReader.Frame(List.of(), DEFAULT_WINDOW, DEFAULT_WINDOW, Duration.ZERO, 1, Repeats.REPLACE),
            AggregateFunction.MEAN,
            Optional.empty());

    private AlarmPeersReader() {}

    static Optional<AlarmPeers> read(YamlSection section) {
        return section.nested(
                        "peers", STAND_IN, AlarmPeersReader::peers, "evaluates the distance of a series from its peers")
                .optional();
    }

    private static AlarmPeers peers(YamlSection section) {
        return new AlarmPeers(
                GroupReader.Frame.read(section, DEFAULT_WINDOW),
                PeersReader.of(section),
                section.number("mad", "distance, to either side, that raises the alarm; replaces levels")
                        .optional());
    }

    /** Reports keys that exclude {@code mad}, and keys that require it. */
    static void requireOneOfBoth(YamlSection section, boolean hasMad, Severity severity) {
        if (!hasMad) {
            if (section.has("severity")) {
                section.refuse(
                        "severity", "has no effect without peers and their mad", "write minor or major as the level");
            }
            return;
        }
        Stream.of("minor", "major", "invalid")
                .filter(section::has)
                .forEach(key -> section.refuse(key, "cannot be combined with mad", "keep one of them"));
        if (severity == Severity.OK) {
            section.refuse("severity", "must be minor, major or invalid, was ok", "");
        }
    }
}
