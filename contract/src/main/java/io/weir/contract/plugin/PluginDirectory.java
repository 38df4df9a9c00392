package io.weir.contract.plugin;

import io.weir.contract.config.Refusal;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Loads a directory of plugins. A plugin is a jar, or a folder of jars. Its classes have a class loader
 * of their own, which asks Weir's first; two plugins do not see each other's classes.
 */
public final class PluginDirectory {
    private PluginDirectory() {}

    /**
     * Loads all implementations of a service, in the order of the plugins' names.
     *
     * @param what a plugin has, for messages
     * @throws Refusal if there is no plugin, or one has no implementation or cannot be loaded
     */
    public static <T> List<Plugin<T>> load(Path directory, Class<T> service, String what) {
        return load(directory, service, what, refusal -> {
            throw refusal;
        });
    }

    /**
     * The same, but leaves out each plugin that has no implementation or cannot be loaded.
     *
     * @param unusable receives the reason for each of them, which names the plugin
     * @throws Refusal if there is no plugin
     */
    public static <T> List<Plugin<T>> load(Path directory, Class<T> service, String what, Consumer<Refusal> unusable) {
        List<Plugin<T>> all = new ArrayList<>();
        boolean isEmpty = true;
        for (Path place : children(directory, each -> isJar(each) || Files.isDirectory(each))) {
            try {
                List<Path> jars = isJar(place) ? List.of(place) : children(place, PluginDirectory::isJar);
                if (!jars.isEmpty()) {
                    isEmpty = false;
                    all.addAll(load(place.getFileName().toString(), jars, service, what));
                }
            } catch (Refusal e) {
                isEmpty = false;
                unusable.accept(e);
            }
        }
        if (isEmpty) {
            throw new Refusal("has no jar, was " + directory, "put the jars there, or remove the key");
        }
        return all;
    }

    private static <T> List<Plugin<T>> load(String name, List<Path> jars, Class<T> service, String what) {
        // Never closed: the classes are in use until the process ends.
        URLClassLoader loader = new URLClassLoader(
                "plugin " + name,
                jars.stream().map(PluginDirectory::url).toArray(URL[]::new),
                service.getClassLoader());
        try {
            List<Plugin<T>> loaded = ServiceLoader.load(service, loader).stream()
                    // The parent's are found too.
                    .filter(provider -> provider.type().getClassLoader() == loader)
                    .map(provider -> new Plugin<>(name, provider.get()))
                    .toList();
            if (loaded.isEmpty()) {
                throw new Refusal(
                        "has no " + what + " in " + name,
                        "name its class in META-INF/services/" + service.getName() + " of the jar");
            }
            return loaded;
        } catch (ServiceConfigurationError | LinkageError e) {
            throw unusable(name, e);
        }
    }

    /** A plugin that failed while it was loaded. */
    public static Refusal unusable(String plugin, Throwable e) {
        String reason = e.getCause() == null ? e.toString() : e.getMessage() + " (" + e.getCause() + ")";
        return new Refusal("has a plugin that cannot be loaded, " + plugin + ": " + reason, "replace the jar");
    }

    private static boolean isJar(Path file) {
        return file.getFileName().toString().endsWith(".jar") && Files.isRegularFile(file);
    }

    /** In the order of names. Hidden ones are left out: Kubernetes keeps copies of mounted files there. */
    private static List<Path> children(Path directory, Predicate<Path> which) {
        List<Path> children = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(
                directory, each -> !each.getFileName().toString().startsWith(".") && which.test(each))) {
            all.forEach(children::add);
        } catch (IOException e) {
            throw new Refusal("must be a directory that can be read, was " + directory, e.toString());
        }
        Collections.sort(children);
        return children;
    }

    private static URL url(Path jar) {
        try {
            return jar.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
