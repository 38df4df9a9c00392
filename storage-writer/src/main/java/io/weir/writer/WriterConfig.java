package io.weir.writer;

import io.weir.contract.config.YamlSection;
import io.weir.writer.store.StoreUrl;
import io.weir.writer.stores.StoreCatalog;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Settings of the storage writer.
 *
 * @param targets all stores for metrics; the first is the writer's own
 * @param stores those that the addresses of targets may name
 */
public record WriterConfig(List<TargetConfig> targets, StoreCatalog stores) {
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

    /** The embedded store, with the token of the environment if there is one. */
    public static WriterConfig defaults() {
        return new WriterConfig(List.of(TargetConfig.defaults()), StoreCatalog.BUILT_IN);
    }

    /** Reads a section; missing keys have defaults. */
    public static WriterConfig read(YamlSection section) {
        List<TargetConfig> targets = new ArrayList<>();
        StoreCatalog stores = StoreCatalog.read(section);
        targets.add(TargetConfig.read(section, stores));
        targets.addAll(section.named(
                        "targets",
                        (name, target) -> TargetConfig.read(name, target, stores),
                        "further stores by name, each with store and the other keys of the writer")
                .values());
        return new WriterConfig(targets, stores);
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
        return new WriterConfig(changed, stores);
    }
}
