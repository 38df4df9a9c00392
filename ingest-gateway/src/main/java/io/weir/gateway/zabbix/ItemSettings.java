package io.weir.gateway.zabbix;

import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSection;
import io.weir.contract.rule.match.Glob;
import io.weir.gateway.path.Templates;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The keys of an input that say what items agents measure, and how they become series.
 *
 * @param parameters the tags of the parameters of a key, by the name of the key
 */
public record ItemSettings(Templates templates, Map<String, List<String>> parameters, List<ActiveCheck> checks) {
    private static final Duration DELAY = Duration.ofMinutes(1);

    /** Copies the collections. */
    public ItemSettings {
        parameters = Map.copyOf(parameters);
        checks = List.copyOf(checks);
    }

    /** Reads the keys {@code templates}, {@code parameters} and {@code checks} of an input. */
    public static ItemSettings read(YamlSection section) {
        return new ItemSettings(
                Templates.read(section),
                section.entriesOfOneOrMore(
                                "parameters",
                                ItemSettings::tag,
                                ItemSettings::distinct,
                                "for the name of a key, the tags of its parameters; others are p1, p2 and so on")
                        .or(new TreeMap<>()),
                section.sections(
                        "checks",
                        ItemSettings::check,
                        "the items that active agents measure; of a repeated key, the first one for a host counts"));
    }

    private static String tag(String name) {
        if (!name.matches("[A-Za-z0-9_-]+") || name.equals("host") || name.matches("p[0-9]+")) {
            throw new Refusal(
                    "has the tag " + Refusal.quote(name), "use letters, digits, _ and -; not host, p1, p2 and so on");
        }
        return name;
    }

    private static List<String> distinct(List<String> tags) {
        if (new HashSet<>(tags).size() < tags.size()) {
            throw new Refusal("has a tag twice", "rename one of them");
        }
        return tags;
    }

    private static ActiveCheck check(YamlSection item) {
        Duration delay = item.duration("delay", Duration.ofSeconds(1), "interval between two values, in whole seconds")
                .or(DELAY);
        if (delay.toNanosPart() != 0) {
            item.refuse("delay", "is not in whole seconds", "such as 2s");
        }
        return new ActiveCheck(
                item.value("host", Glob.ANY, Glob::new, "a glob for the hosts that measure it")
                        .or(Glob.ANY, "all hosts"),
                item.value("key", "", ItemSettings::key, "the key of the item, such as system.cpu.load[all,avg1]")
                        .required(),
                delay);
    }

    private static String key(String key) {
        if (key.isBlank() || key.indexOf(ItemKey.SEPARATOR) >= 0 || ItemKey.of(key) == null) {
            throw new Refusal(
                    "must be the key of an item, was " + Refusal.quote(key), "write name or name[parameter,parameter]");
        }
        return key;
    }
}
