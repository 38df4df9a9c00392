package io.weir.standalone.probe;

import io.weir.contract.line.Series;
import io.weir.contract.rule.Glob;
import io.weir.contract.yaml.Refusal;
import io.weir.contract.yaml.YamlSection;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * What an operator may say of a probe.
 *
 * @param to where it sends; empty: to the gateway of the same process, or the standard place
 * @param hostname the tag; empty: what the host calls itself
 * @param tags of every line, beside {@code hostname}
 * @param processes of which it tells; {@code self} is its own
 * @param perCore whether each core is told of, beside all together
 * @param metersOf where other processes of Weir serve their meters, which it tells of beside those of its own process
 */
public record ProbeConfig(
        boolean enabled,
        Optional<ProbeTarget> to,
        Duration interval,
        Optional<String> hostname,
        SortedMap<String, String> tags,
        List<Glob> processes,
        boolean perCore,
        List<ProbeTarget> metersOf) {

    /** OSHI gives the same answers again within 300 ms. */
    private static final Duration LEAST_INTERVAL = Duration.ofMillis(500);

    /** Keeps copies of the collections. */
    public ProbeConfig {
        processes = List.copyOf(processes);
        metersOf = List.copyOf(metersOf);
    }

    /** Reads the section of a probe. */
    public static ProbeConfig read(YamlSection section) {
        return new ProbeConfig(
                section.flag("enabled", "whether this host is told of at all").or(true),
                section.value(
                                "to",
                                ProbeTarget.STANDARD,
                                ProbeTarget::parse,
                                "HOST:PORT of a gateway; left out: up's own gateway, alone " + ProbeTarget.STANDARD)
                        .optional(),
                section.duration("interval", LEAST_INTERVAL, "how often it sends")
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
                                "globs of names or command lines of processes to tell of; self is the probe's own")
                        .or(List.of(new Glob(Processes.SELF))),
                section.flag("per-core", "whether each core is told of, beside all together")
                        .or(false),
                section.values(
                                "meters-of",
                                ProbeTarget::parse,
                                "HOST:PORT of meters of other processes of Weir to tell of, beside those of its own")
                        .or(List.of()));
    }

    /** The same with what a command line says; what it does not say stays. */
    public ProbeConfig with(Optional<ProbeTarget> target, Optional<Duration> every, List<Glob> patterns) {
        return new ProbeConfig(
                enabled,
                target.or(() -> to),
                every.orElse(interval),
                hostname,
                tags,
                patterns.isEmpty() ? processes : patterns,
                perCore,
                metersOf);
    }

    /** @throws Refusal if it is shorter than the system can be asked */
    public static Duration requireInterval(Duration interval) {
        if (interval.compareTo(LEAST_INTERVAL) < 0) {
            throw new Refusal("must be a duration of at least 500ms", "the system's answers are no fresher");
        }
        return interval;
    }

    private static SortedMap<String, String> tags(YamlSection section) {
        SortedMap<String, String> tags = section.entries("tags", ProbeConfig::tagValue, "tags of every line")
                .or(Collections.emptySortedMap());
        if (tags.containsKey("hostname")) {
            section.refuse("tags", "names hostname", "that one is set by the key hostname, beside tags");
        }
        try {
            new Series("probe", tags);
        } catch (IllegalArgumentException e) {
            section.refuse("tags", "has a key that no tag can have: " + e.getMessage(), "such as rack");
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
                    "write something that is not empty, is one line, and does not end with a backslash");
        }
    }
}
