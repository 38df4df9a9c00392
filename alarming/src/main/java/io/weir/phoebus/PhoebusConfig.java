package io.weir.phoebus;

import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSection;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * User settings of the bridge to Phoebus.
 *
 * @param enabled whether it runs; if unset, it runs as a service of its own but not in {@code up}
 * @param configName root of the tree and name of its topic
 * @param timeZone time zone of the clients
 * @param idle longest time without a message to clients
 */
public record PhoebusConfig(Optional<Boolean> enabled, String configName, ZoneId timeZone, Duration idle) {

    // Part of the ids of commands, whose length is limited.
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,100}");

    /** Default values: those of Phoebus. */
    public static PhoebusConfig defaults() {
        return new PhoebusConfig(Optional.empty(), "Accelerator", ZoneId.systemDefault(), Duration.ofSeconds(10));
    }

    /** Reads the section {@code phoebus}; the section collects the mistakes. */
    public static PhoebusConfig read(YamlSection in) {
        PhoebusConfig unset = defaults();
        return new PhoebusConfig(
                in.flag(
                                "enabled",
                                "whether alarms are sent to Phoebus; if unset, weir phoebus sends them and up does not")
                        .optional(),
                in.value(
                                "config-name",
                                unset.configName,
                                PhoebusConfig::name,
                                "the clients' config_name: root of the tree and name of its topic, without kafka.prefix")
                        .or(unset.configName),
                in.value(
                                "time-zone",
                                unset.timeZone,
                                PhoebusConfig::zone,
                                "the clients' time zone, such as Europe/Zurich: Phoebus shows the end of a shelf in local time")
                        .or(unset.timeZone, "that of the machine"),
                in.duration(
                                "idle",
                                Duration.ofMillis(100),
                                "the clients' idle_timeout: longest time without a message about the root")
                        .or(unset.idle));
    }

    private static String name(String text) {
        if (!NAME.matcher(text).matches() || text.matches("\\.{1,2}")) {
            throw new Refusal("cannot be the name of a topic", "1 to 100 of A-Z a-z 0-9 . _ -, such as Accelerator");
        }
        return text;
    }

    private static ZoneId zone(String text) {
        try {
            return ZoneId.of(text);
        } catch (DateTimeException e) {
            throw new Refusal("is no time zone", "such as Europe/Zurich or UTC");
        }
    }
}
