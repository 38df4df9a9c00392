package io.weir.writer;

import io.weir.contract.yaml.YamlSection;
import io.weir.writer.store.StoreUrl;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the storage writer may be told.
 *
 * @param targets every store that metrics go to; the first one is the writer's own
 */
public record WriterConfig(List<TargetConfig> targets) {
    /** The variable that holds the password or token of the writer's own store; those of others have their name behind it. */
    public static final String TOKEN = "WEIR_STORE_TOKEN";

    /** Keeps a copy; there is at least one. */
    public WriterConfig {
        targets = List.copyOf(targets);
        if (targets.isEmpty()) {
            throw new IllegalArgumentException("a writer needs a target");
        }
    }

    /** The embedded store, no password. */
    public static WriterConfig defaults() {
        return new WriterConfig(List.of(TargetConfig.defaults()));
    }

    /** The settings of a section, defaults where it is silent. */
    public static WriterConfig read(YamlSection section) {
        List<TargetConfig> targets = new ArrayList<>();
        targets.add(TargetConfig.read(section));
        targets.addAll(section.named(
                        "targets",
                        TargetConfig::read,
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

    /** The same with another {@link #store}, and its {@link #token}. */
    public WriterConfig withStore(StoreUrl other, Optional<String> itsToken) {
        List<TargetConfig> changed = new ArrayList<>(targets);
        changed.set(0, targets.get(0).withStore(other, itsToken));
        return new WriterConfig(changed);
    }
}
