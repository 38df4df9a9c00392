package io.weir.contract.config;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Settings and commands whose names changed. The old names are errors, which report the new ones.
 */
final class RenamedNames {
    /** All changed names. */
    static final List<Renamed> ALL = List.of(
            new Renamed("standbys", "standby-replicas", "standby-replicas"),
            new Renamed("loops", "threads", "port"),
            new Renamed("hand-off-bytes", "queue.bytes", "known-series"),
            new Renamed("shed", "shedding.order", "known-series"),
            new Renamed("body-lines", "batch.lines", "in-flight"),
            new Renamed("body-bytes", "batch.bytes", "in-flight"),
            new Renamed("http-json", "http.format", "collectd"),
            new Renamed("tcp-json", "tcp.format", "collectd"),
            new Renamed("udp-json", "udp.format", "collectd"),
            new Renamed("websocket-json", "websocket.format", "collectd"),
            new Renamed("kafka-json", "kafka-topics.format", "collectd"),
            new Renamed("kafka-lines", "kafka-topics", "collectd"),
            new Renamed("indicators", "stats", "stats"));

    /**
     * A changed name.
     *
     * @param now the new name; with a dot, a key in another section
     * @param beside a name that is known only where the old one was, too
     */
    record Renamed(String old, String now, String beside) {
        /** The key of the new name that is beside the old one. */
        String first() {
            return now.replaceFirst("\\..*", "");
        }

        String shown() {
            return first().equals(now)
                    ? Refusal.quote(now)
                    : Refusal.quote(now.substring(first().length() + 1)) + " in the section " + Refusal.quote(first());
        }
    }

    private RenamedNames() {}

    /** The new name as a text; empty if {@code name} is not an old name of this place. */
    static Optional<String> of(String name, Collection<String> known) {
        return ALL.stream()
                .filter(each -> each.old.equals(name))
                .filter(each -> known.contains(each.beside) && known.contains(each.first()))
                .map(Renamed::shown)
                .findFirst();
    }

    /** The new name of an environment variable, of which the end or the name of a section changed. */
    static Optional<String> ofVariable(String variable, Collection<String> known) {
        for (Renamed each : ALL) {
            int at = (variable + "_").indexOf("_" + spelled(each.old) + "_") + 1;
            if (at > 0) {
                String section = variable.substring(0, at);
                String key = each.now.contains(".") ? "" : variable.substring(at + each.old.length());
                String now = section + spelled(each.now) + key;
                if (known.contains(now)
                        && known.stream().anyMatch(other -> other.startsWith(section + spelled(each.beside)))) {
                    return Optional.of(now);
                }
            }
        }
        return Optional.empty();
    }

    private static String spelled(String name) {
        return name.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    }
}
