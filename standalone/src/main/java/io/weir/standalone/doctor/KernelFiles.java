package io.weir.standalone.doctor;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Reads files of the kernel.
 *
 * @param root the directory that contains {@code proc}, {@code sys} and {@code run}
 */
record KernelFiles(Path root) {

    /**
     * The text of a file; empty if the file is missing or not readable. {@link Files#readString}
     * does not work here: if a size is unknown, it first reads a single byte, and a kernel setting
     * then returns only its first digit.
     */
    Optional<String> text(String path) {
        try (InputStream in = new FileInputStream(root.resolve(path).toFile())) {
            return Optional.of(new String(in.readAllBytes(), UTF_8).strip());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** The content of a file that is a single whole number. */
    Optional<Long> number(String path) {
        return text(path).filter(text -> text.matches("\\d{1,18}")).map(Long::valueOf);
    }

    /** The entries of a directory that match a glob, sorted by name. */
    List<Path> list(String directory, String glob) {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(root.resolve(directory), glob)) {
            entries.forEach(found::add);
        } catch (IOException e) {
            return List.of();
        }
        Collections.sort(found);
        return found;
    }

    boolean exists(String path) {
        return Files.exists(root.resolve(path));
    }
}
