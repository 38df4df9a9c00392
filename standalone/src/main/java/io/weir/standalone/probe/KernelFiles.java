package io.weir.standalone.probe;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The files in which Linux publishes values, below {@code /sys} and {@code /proc}. What does not
 * exist, or may not be read, is unknown: hosts differ, and a device can disappear at any time.
 */
final class KernelFiles {
    /** Value of an unknown number. */
    static final long UNKNOWN = Long.MIN_VALUE;

    private final Path root;

    /** @param root contains {@code sys} and {@code proc} */
    KernelFiles(Path root) {
        this.root = root;
    }

    static KernelFiles ofThisHost() {
        return new KernelFiles(Path.of("/"));
    }

    /** @param path below the root */
    Path path(String path) {
        return root.resolve(path);
    }

    /** What a folder contains that matches a glob, in the order of names. */
    static List<Path> children(Path folder, String glob) {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> children = Files.newDirectoryStream(folder, glob)) {
            children.forEach(found::add);
        } catch (IOException | RuntimeException e) {
            return List.of();
        }
        Collections.sort(found);
        return found;
    }

    /** The lines of a file; none if it is unknown.  */
    static List<String> lines(Path file) {
        return text(file).lines().toList();
    }

    /** The text of a file without space around it; empty if it is unknown. */
    static String text(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8).strip();
        } catch (IOException | RuntimeException e) {
            return "";
        }
    }

    /** The number in a file, decimal or hexadecimal with {@code 0x}; {@link #UNKNOWN} if there is none. */
    static long number(Path file) {
        String text = text(file);
        try {
            return text.startsWith("0x") ? Long.parseLong(text.substring(2), 16) : Long.parseLong(text);
        } catch (NumberFormatException e) {
            return UNKNOWN;
        }
    }

    /** Of a link to a device, the device's name; empty if there is no such link. */
    static String target(Path link) {
        try {
            Path real = link.toRealPath().getFileName();
            return real == null ? "" : real.toString();
        } catch (IOException | RuntimeException e) {
            return "";
        }
    }
}
