package io.weir.writer;

import io.weir.contract.config.YamlSection;
import io.weir.writer.plugin.PluginStore;
import io.weir.writer.plugin.StorePlugins;
import io.weir.writer.store.StoreUrl;
import io.weir.writer.stores.Stores;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Settings of the storage writer.
 *
 * @param targets all stores for metrics; the first is the writer's own
 */
public record WriterConfig(List<TargetConfig> targets) {
    /**
     * The variable with the password or token of the writer's own store. For other targets, the
     * name of the target is appended.
     */
    public static final String TOKEN = "WEIR_STORE_TOKEN";

    /** Copies the list, which must not be empty. */
    public WriterConfig {
        targets = List.copyOf(targets);
        if (targets.isEmpty()) {
            throw new IllegalArgumentException("the list of targets is empty");
        }
    }

    /** The embedded store, without password. */
    public static WriterConfig defaults() {
        return new WriterConfig(List.of(TargetConfig.defaults()));
    }

    /** Reads a section; missing keys have defaults. */
    public static WriterConfig read(YamlSection section) {
        List<TargetConfig> targets = new ArrayList<>();
        List<PluginStore> plugins = StorePlugins.read(section, Stores.schemes());
        targets.add(TargetConfig.read(section, plugins));
        targets.addAll(section.named(
                        "targets",
                        (name, target) -> TargetConfig.read(name, target, plugins),
                        "further stores by name, each with store and the other keys of the writer")
                .values());
        return new WriterConfig(targets);
    }

    /** The writer's own store. */
    public StoreUrl store() {
        return targets.get(0).store();
    }

    /** The password or token of {@link #store}. */
    public Optional<String> token() {
        return targets.get(0).token();
    }

    /** The same with another {@link #store} and its {@link #token}. */
    public WriterConfig withStore(StoreUrl other, Optional<String> itsToken) {
        List<TargetConfig> changed = new ArrayList<>(targets);
        changed.set(0, targets.get(0).withStore(other, itsToken));
        return new WriterConfig(changed);
    }
}
