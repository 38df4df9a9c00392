package io.weir.writer.plugin;

import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSection;
import io.weir.contract.plugin.Plugin;
import io.weir.contract.plugin.PluginDirectory;
import io.weir.writer.store.StoreKind;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** The kinds of stores that a directory of plugins adds. */
@SuppressWarnings("rawtypes") // ServiceLoader knows no type arguments.
public final class StorePlugins {
    private static final Pattern SCHEME = Pattern.compile("[a-z][a-z0-9+.-]*");

    private StorePlugins() {}

    /**
     * Reads the key {@code plugins} of a writer. Mistakes in the jars are mistakes of the key.
     *
     * @param taken the schemes of Weir's stores, with and without TLS
     */
    public static List<PluginStore> read(YamlSection writer, Set<String> taken) {
        return writer.value(
                        "plugins",
                        List.<PluginStore>of(),
                        directory -> in(Path.of(directory), taken),
                        "directory of jars, or of folders of jars, with stores of your own")
                .or(List.of(), "none");
    }

    private static List<PluginStore> in(Path directory, Set<String> taken) {
        Set<String> known = new HashSet<>(taken);
        return PluginDirectory.load(directory, StoreKind.class, "store").stream()
                .map(plugin -> store(plugin, known))
                .toList();
    }

    private static PluginStore store(Plugin<StoreKind> plugin, Set<String> known) {
        PluginStore store;
        try {
            store = new PluginStore(plugin.name(), plugin.service());
        } catch (RuntimeException | LinkageError e) {
            throw PluginDirectory.unusable(plugin.name(), e);
        }
        store.schemes().forEach(scheme -> check(scheme, plugin.name(), known));
        return store;
    }

    /** Also adds the scheme to those that are taken. */
    private static void check(String scheme, String plugin, Set<String> known) {
        if (!SCHEME.matcher(scheme).matches()) {
            throw new Refusal(
                    "has the scheme " + Refusal.quote(scheme) + " in " + plugin,
                    "a scheme has small letters, digits and dashes");
        }
        Set<String> both = Set.of(scheme, scheme + "s"); // An s after the scheme means TLS.
        if (!Collections.disjoint(known, both)) {
            throw new Refusal("has the scheme " + scheme + " again, in " + plugin, "rename it in the plugin");
        }
        known.addAll(both);
    }
}
