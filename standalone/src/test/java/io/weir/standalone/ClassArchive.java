package io.weir.standalone;

import io.weir.writer.testing.FreePorts;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An archive of the libraries' classes that {@code weir up} loads (class data sharing). A child JVM
 * that maps it starts with a third less processor time, and behaves the same otherwise. Weir's own classes
 * are always read from the build.
 *
 * <p>The archive is kept in {@code target}. A JVM of tests builds it when it starts its fourth
 * child, because a build costs as much time as ten starts save. Tests do not wait for it: children
 * start without an archive until it is complete.
 */
public final class ClassArchive {

    private static final int CHILDREN_BEFORE = 3;
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path TARGET = Path.of("target").toAbsolutePath();
    private static final Path ARCHIVE = TARGET.resolve("libraries.jsa");
    /** The libraries of the archive, with their sizes and times. */
    private static final Path CONTENT = TARGET.resolve("libraries.txt");

    /** Of the JVM, whose threads cannot share the lock of the file. */
    private static final Object BUILD = new Object();

    private static int children;

    private ClassArchive() {}

    /** The options of a child JVM with this class path, which they include. */
    public static synchronized List<String> options(String classPath) {
        List<String> entries = Arrays.asList(classPath.split(File.pathSeparator));
        List<String> libraries = libraries(entries);
        if (++children == CHILDREN_BEFORE + 1) {
            buildInBackground();
        }
        if (!isOf(libraries)) {
            return List.of("-cp", classPath);
        }
        // The path of the archive's classes must be the beginning of the child's.
        String ordered = Stream.concat(libraries.stream(), entries.stream().filter(entry -> !libraries.contains(entry)))
                .collect(Collectors.joining(File.pathSeparator));
        return List.of("-XX:SharedArchiveFile=" + ARCHIVE, "-cp", ordered);
    }

    /** Without the archive, children only start more slowly. ClassArchiveTest fails if it cannot be built. */
    private static void buildInBackground() {
        Thread thread = new Thread(ClassArchive::buildIfMissing, "archive of classes");
        thread.setDaemon(true);
        thread.start();
    }

    /** Builds it unless there is one of the libraries of this JVM; waits while another thread or JVM builds it. */
    static void buildIfMissing() {
        List<String> libraries =
                libraries(Arrays.asList(System.getProperty("java.class.path").split(File.pathSeparator)));
        synchronized (BUILD) {
            try (FileChannel channel = FileChannel.open(
                            TARGET.resolve("libraries.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock lock = channel.lock()) {
                if (lock.isValid() && !isOf(libraries)) {
                    build(libraries);
                }
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static void build(List<String> libraries) throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory(TARGET, "libraries-");
        Path classes = directory.resolve("classes");
        UpInstallation training = new UpInstallation(directory, "--store-port=" + FreePorts.next())
                .with("JDK_JAVA_OPTIONS", "-XX:DumpLoadedClassList=" + classes);
        try (WeirProcess process = training.launch()) {
            // This JVM may end while a thread of its own builds.
            Runtime.getRuntime().addShutdownHook(new Thread(process::kill));
            process.awaitOutput("ready      after");
            process.terminate();
            process.awaitExit();
        }
        Path built = directory.resolve("libraries.jsa");
        Path log = directory.resolve("log");
        int code = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xshare:dump",
                        "-XX:SharedClassListFile=" + classes,
                        "-XX:SharedArchiveFile=" + built,
                        "-cp",
                        String.join(File.pathSeparator, libraries))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start()
                .waitFor();
        if (code != 0) {
            throw new IllegalStateException("no archive of classes, exit code " + code + ": see " + log);
        }
        Files.deleteIfExists(CONTENT);
        Files.move(built, ARCHIVE, StandardCopyOption.ATOMIC_MOVE);
        Files.writeString(CONTENT, content(libraries));
        delete(directory);
    }

    /** The libraries on a class path; not what this build has made. */
    private static List<String> libraries(List<String> classPath) {
        return classPath.stream()
                .filter(entry -> entry.endsWith(".jar"))
                .filter(entry -> !Path.of(entry).startsWith(ROOT))
                .toList();
    }

    private static boolean isOf(List<String> libraries) {
        try {
            return Files.readString(CONTENT).equals(content(libraries));
        } catch (NoSuchFileException e) {
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String content(List<String> libraries) {
        return libraries.stream()
                .map(File::new)
                .map(file -> file + " " + file.length() + " " + file.lastModified() + "\n")
                .collect(Collectors.joining());
    }

    private static void delete(Path directory) throws IOException {
        List<Path> all = new ArrayList<>();
        try (Stream<Path> files = Files.walk(directory)) {
            files.forEach(file -> all.add(0, file));
        }
        for (Path file : all) {
            Files.delete(file);
        }
    }
}
