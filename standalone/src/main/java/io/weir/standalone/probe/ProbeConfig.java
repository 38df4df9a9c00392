package io.weir.standalone.probe;

import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSection;
import io.weir.contract.line.Series;
import io.weir.contract.rule.match.Glob;
import io.weir.standalone.probe.out.HostAndPort;
import io.weir.standalone.probe.out.OutputConfig;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * The settings of a probe.
 *
 * @param output where the metrics go
 * @param hostname the tag; empty: the host's own name
 * @param tags of every line, beside {@code hostname}
 * @param processes patterns of the processes to measure; {@code self} is the probe's own
 * @param perCore whether to measure each core, beside the total
 * @param tools whether to run programs that ask devices
 * @param metersOf addresses of meters of other Weir processes, to read beside the own ones
 */
public record ProbeConfig(
        boolean enabled,
        OutputConfig output,
        Duration interval,
        Optional<String> hostname,
        SortedMap<String, String> tags,
        List<Glob> processes,
        boolean perCore,
        boolean tools,
        List<HostAndPort> metersOf) {

    /** OSHI returns cached answers for 300 ms. */
    private static final Duration LEAST_INTERVAL = Duration.ofMillis(500);

    /** Copies the collections. */
    public ProbeConfig {
        processes = List.copyOf(processes);
        metersOf = List.copyOf(metersOf);
    }

    public static ProbeConfig read(YamlSection section) {
        return new ProbeConfig(
                section.flag("enabled", "whether to send metrics of this host").or(true),
                OutputConfig.read(section),
                section.duration("interval", LEAST_INTERVAL, "interval between sends")
                        .or(Duration.ofSeconds(1)),
                section.value(
                                "hostname",
                                "",
                                ProbeConfig::tagValue,
                                "the tag hostname; left out: the host's short name")
                        .optional(),
                tags(section),
                section.values(
                                "processes",
                                Glob::new,
                                "globs of names or command lines of the processes to measure; self is the probe's"
                                        + " own process")
                        .or(List.of(new Glob(Processes.SELF))),
                section.flag("per-core", "whether to send metrics of each core, besides their total")
                        .or(false),
                section.flag(
                                "tools",
                                "whether to run smartctl and ipmitool every minute, if they are installed; both need root")
                        .or(false),
                section.values(
                                "meters-of",
                                HostAndPort::parse,
                                "HOST:PORT of the meters of other Weir processes to send, besides its own")
                        .or(List.of()));
    }

    /**
     * Returns a copy in which the options of a command line replace settings; empty options change
     * nothing.
     */
    public ProbeConfig with(OutputConfig other, Optional<Duration> every, List<Glob> patterns) {
        return new ProbeConfig(
                enabled,
                other,
                every.orElse(interval),
                hostname,
                tags,
                patterns.isEmpty() ? processes : patterns,
                perCore,
                tools,
                metersOf);
    }

    /** @throws Refusal if the interval is shorter than the system refreshes its values */
    public static Duration requireInterval(Duration interval) {
        if (interval.compareTo(LEAST_INTERVAL) < 0) {
            throw new Refusal("must be a duration of at least 500ms", "the system updates its values no faster");
        }
        return interval;
    }

    private static SortedMap<String, String> tags(YamlSection section) {
        SortedMap<String, String> tags = section.entries("tags", ProbeConfig::tagValue, "tags of every line")
                .or(Collections.emptySortedMap());
        if (tags.containsKey("hostname")) {
            section.refuse("tags", "names hostname", "set it with the key hostname instead");
        }
        try {
            new Series("probe", tags);
        } catch (IllegalArgumentException e) {
            section.refuse("tags", "has a key that cannot be a tag: " + e.getMessage(), "such as rack");
        }
        return tags;
    }

    private static String tagValue(String text) {
        try {
            new Series("probe", Collections.emptySortedMap()).withTag("tag", text);
            return text;
        } catch (IllegalArgumentException e) {
            throw new Refusal(
                    "cannot be the value of a tag, was " + Refusal.quote(text),
                    "write one line that is not empty and does not end with a backslash");
        }
    }
}
