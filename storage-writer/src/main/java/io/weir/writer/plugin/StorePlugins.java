package io.weir.writer.plugin;

import io.weir.contract.config.Refusal;
import io.weir.contract.plugin.Plugin;
import io.weir.contract.plugin.PluginDirectory;
import io.weir.writer.store.StoreKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The kinds of stores that a directory of plugins adds.
 *
 * @param directory of the plugins
 * @param stores those of all usable plugins
 * @param unusable why each of the other plugins is left out, with its name; the directory is the subject
 */
public record StorePlugins(Path directory, List<PluginStore> stores, List<Refusal> unusable) {
    private static final Pattern SCHEME = Pattern.compile("[a-z][a-z0-9+.-]*");

    /** Copies the lists. */
    public StorePlugins {
        stores = List.copyOf(stores);
        unusable = List.copyOf(unusable);
    }

    /**
     * Loads a directory. A plugin that is not usable harms no other one.
     *
     * @param taken the schemes of Weir's stores, with and without TLS
     * @throws Refusal if the directory cannot be read, or has no jar
     */
    @SuppressWarnings("rawtypes") // ServiceLoader knows no type arguments.
    public static StorePlugins load(Path directory, Set<String> taken) {
        List<PluginStore> stores = new ArrayList<>();
        List<Refusal> unusable = new ArrayList<>();
        Set<String> known = new HashSet<>(taken);
        for (Plugin<StoreKind> plugin : PluginDirectory.load(directory, StoreKind.class, "store", unusable::add)) {
            try {
                stores.add(store(plugin, known));
            } catch (Refusal e) {
                unusable.add(e);
            }
        }
        return new StorePlugins(directory, stores, unusable);
    }

    @SuppressWarnings("rawtypes")
    private static PluginStore store(Plugin<StoreKind> plugin, Set<String> known) {
        PluginStore store;
        try {
            store = new PluginStore(plugin.name(), plugin.service());
        } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError e) {
            throw PluginDirectory.unusable(plugin.name(), e);
        }
        Set<String> schemes = new HashSet<>();
        for (String scheme : store.schemes()) {
            Set<String> both = both(scheme);
            if (!SCHEME.matcher(scheme).matches()) {
                throw new Refusal(
                        "has the scheme " + Refusal.quote(scheme) + " in " + plugin.name(),
                        "a scheme has small letters, digits and dashes");
            }
            if (!Collections.disjoint(known, both) || !Collections.disjoint(schemes, both)) {
                throw new Refusal(
                        "has the scheme " + scheme + " again, in " + plugin.name(), "rename it in the plugin");
            }
            schemes.addAll(both);
        }
        known.addAll(schemes);
        return store;
    }

    /** An s after the scheme means TLS. */
    private static Set<String> both(String scheme) {
        return Set.of(scheme, scheme + "s");
    }
}
