package io.weir.contract.config;

import java.util.Collection;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * The environment variables with a prefix, which override keys of a file. An empty variable counts
 * as not set.
 */
final class Environment {
    private final String prefix;
    private final UnaryOperator<String> spelled;
    private final SortedMap<String, String> variables = new TreeMap<>();
    private final Set<String> used = new HashSet<>();

    /** @param spelled maps a key's path in the document to the path that its variable spells */
    Environment(String prefix, UnaryOperator<String> spelled, Map<String, String> variables) {
        this.prefix = prefix;
        this.spelled = spelled;
        variables.forEach((name, value) -> {
            if (name.startsWith(prefix + "_") && !value.isEmpty()) {
                this.variables.put(name, value);
            }
        });
    }

    /** {@code udp.port} is {@code WEIR_GATEWAY_UDP_PORT}. */
    String variable(String path) {
        return prefix + "_"
                + spelled.apply(path).toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    }

    Optional<String> value(String path) {
        used.add(variable(path));
        return Optional.ofNullable(variables.get(variable(path)));
    }

    /** Whether there is a variable for a key of the section at {@code path}. */
    boolean hasBelow(String path) {
        String start = variable(path) + "_";
        SortedMap<String, String> from = variables.tailMap(start);
        return !from.isEmpty() && from.firstKey().startsWith(start);
    }

    /** Entries of a free mapping: {@code …_PROPERTIES_SSL_PROTOCOL} is {@code ssl.protocol}. */
    Map<String, String> entries(String path) {
        Map<String, String> entries = new TreeMap<>();
        String start = variable(path) + "_";
        variables.tailMap(start).forEach((name, value) -> {
            if (name.startsWith(start)) {
                used.add(name);
                entries.put(
                        name.substring(start.length()).toLowerCase(Locale.ROOT).replace('_', '.'), value);
            }
        });
        return entries;
    }

    /** Reports every variable that no reader asked for. */
    void refuseUnused(Collection<Declaration> declarations, Mistakes mistakes) {
        Collection<String> known = declarations.stream()
                .map(Declaration::variable)
                .filter(name -> !name.isEmpty())
                .toList();
        variables.keySet().stream()
                .filter(name -> !used.contains(name))
                .forEach(name ->
                        mistakes.add(Place.variable(name).mistake("is not a known variable", meant(name, known))));
    }

    private static String meant(String name, Collection<String> known) {
        return RenamedNames.ofVariable(name, known)
                .map(renamed -> "it is now " + renamed)
                .orElseGet(() -> (Nearest.suggestion(name, known) + " Unset it if it is not meant for Weir.").trim());
    }
}
