package io.weir.gateway.plugin;

import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSection;
import io.weir.contract.plugin.Plugin;
import io.weir.contract.plugin.PluginDirectory;
import io.weir.gateway.input.InputKind;
import io.weir.gateway.input.InputPlugin;
import io.weir.gateway.setting.InputName;
import io.weir.gateway.setting.InputSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The kinds of inputs that a directory of plugins adds. */
public final class Plugins {
    private Plugins() {}

    /** Reads the key {@code plugins} of a gateway. Mistakes in the jars are mistakes of the key. */
    public static List<InputKind> read(YamlSection gateway) {
        return gateway.value(
                        "plugins",
                        List.<InputKind>of(),
                        directory -> in(Path.of(directory)),
                        "directory of jars, or of folders of jars, with kinds of inputs of your own")
                .or(List.of(), "none");
    }

    private static List<InputKind> in(Path directory) {
        List<InputKind> kinds = new ArrayList<>();
        for (Plugin<InputPlugin> plugin : PluginDirectory.load(directory, InputPlugin.class, "input")) {
            InputKind kind = kind(plugin.name(), plugin.service());
            if (kinds.stream().anyMatch(other -> other.name().equals(kind.name()))) {
                throw new Refusal(
                        "has the kind " + kind.name() + " twice, the second time in " + plugin.name(),
                        "remove one of the two");
            }
            kinds.add(kind);
        }
        return kinds;
    }

    private static InputKind kind(String plugin, InputPlugin input) {
        String name;
        try {
            name = Objects.requireNonNull(input.kind(), "its kind is null");
        } catch (RuntimeException e) {
            throw PluginDirectory.unusable(plugin, e);
        }
        if (InputKind.ALL.stream().anyMatch(kind -> kind.name().equals(name))) {
            throw new Refusal("has the kind " + name + " of Weir again, in " + plugin, "rename it in the plugin");
        }
        try {
            InputKind.checked(name);
        } catch (Refusal e) {
            throw new Refusal("has a kind in " + plugin + " that " + e.wrong(), "rename it in the plugin");
        }
        return new InputKind(name, false, (of, section) -> read(plugin, input, of, section));
    }

    private static InputSettings read(String plugin, InputPlugin input, InputName name, YamlSection section) {
        try {
            return new PluginInput(plugin, Objects.requireNonNull(input.read(name, section), "its settings are null"));
        } catch (Refusal e) {
            throw e;
        } catch (RuntimeException | LinkageError e) {
            throw new Refusal("cannot be read by the plugin " + plugin + ": " + e, "correct the plugin");
        }
    }
}
