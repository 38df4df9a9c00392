package io.weir.gateway.plugin;

import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSection;
import io.weir.gateway.input.InputKind;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;

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
        for (Path place : children(directory, each -> isJar(each) || Files.isDirectory(each))) {
            List<Path> jars = isJar(place) ? List.of(place) : children(place, Plugins::isJar);
            if (jars.isEmpty()) {
                continue;
            }
            for (InputKind kind : PluginJar.kinds(place.getFileName().toString(), jars)) {
                if (kinds.stream().anyMatch(other -> other.name().equals(kind.name()))) {
                    throw new Refusal(
                            "has the kind " + kind.name() + " twice, the second time in " + place.getFileName(),
                            "remove one of the two");
                }
                kinds.add(kind);
            }
        }
        if (kinds.isEmpty()) {
            throw new Refusal("has no jar, was " + directory, "put the jars there, or remove the key");
        }
        return kinds;
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
}
