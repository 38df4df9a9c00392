package io.weir.gateway.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** Builds the jars of plugins as their authors do. */
public final class PluginJarFile {
    private PluginJarFile() {}

    /**
     * Compiles a source, and packs its classes.
     *
     * @param classes a folder for them
     * @param service the interface that it implements
     * @param entry the text of the service entry
     */
    public static void build(Path jar, Path source, Path classes, Class<?> service, String entry) throws IOException {
        int failed = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-proc:none",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-d",
                        classes.toString(),
                        source.toString());
        assertThat(failed).as("javac of %s", source).isZero();
        Path services = classes.resolve("META-INF").resolve("services");
        Files.createDirectories(services);
        Files.writeString(services.resolve(service.getName()), entry);
        pack(jar, classes);
    }

    private static void pack(Path jar, Path classes) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(classes)) {
            files = all.filter(Files::isRegularFile).toList();
        }
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream to = new JarOutputStream(file)) {
            for (Path each : files) {
                to.putNextEntry(new JarEntry(classes.relativize(each).toString()));
                Files.copy(each, to);
                to.closeEntry();
            }
        }
    }
}
