package io.weir.gateway.plugin;

import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSection;
import io.weir.gateway.input.InputKind;
import io.weir.gateway.input.InputPlugin;
import io.weir.gateway.setting.InputName;
import io.weir.gateway.setting.InputSettings;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/**
 * The kinds of inputs in one plugin. Its classes have a class loader of their own, which asks Weir's
 * first; two plugins do not see each other's classes.
 */
final class PluginJar {
    private PluginJar() {}

    /**
     * Loads all kinds of a plugin.
     *
     * @param plugin name of its jar or folder, for messages
     * @throws Refusal if there are none, or one cannot be loaded
     */
    static List<InputKind> kinds(String plugin, List<Path> jars) {
        // Never closed: the classes are in use until the process ends.
        URLClassLoader loader = new URLClassLoader(
                "plugin " + plugin,
                jars.stream().map(PluginJar::url).toArray(URL[]::new),
                InputPlugin.class.getClassLoader());
        try {
            List<InputKind> kinds = ServiceLoader.load(InputPlugin.class, loader).stream()
                    // The parent's are found too.
                    .filter(provider -> provider.type().getClassLoader() == loader)
                    .map(provider -> kind(plugin, provider.get()))
                    .toList();
            if (kinds.isEmpty()) {
                throw new Refusal(
                        "has no input in " + plugin,
                        "name its class in META-INF/services/" + InputPlugin.class.getName() + " of the jar");
            }
            return kinds;
        } catch (ServiceConfigurationError | LinkageError e) {
            throw unusable(plugin, e);
        }
    }

    private static Refusal unusable(String plugin, Throwable e) {
        return new Refusal("has a plugin that cannot be loaded, " + plugin + ": " + reason(e), "replace the jar");
    }

    private static InputKind kind(String plugin, InputPlugin input) {
        String name;
        try {
            name = Objects.requireNonNull(input.kind(), "its kind is null");
        } catch (RuntimeException e) {
            throw unusable(plugin, e);
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

    private static String reason(Throwable e) {
        return e.getCause() == null ? e.toString() : e.getMessage() + " (" + e.getCause() + ")";
    }

    private static URL url(Path jar) {
        try {
            return jar.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
