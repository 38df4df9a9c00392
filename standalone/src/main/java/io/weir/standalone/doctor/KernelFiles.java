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
 * What the kernel tells in files.
 *
 * @param root in which {@code proc}, {@code sys} and {@code run} are
 */
record KernelFiles(Path root) {

    /**
     * The text of a file; empty if there is none, or it may not be read. Not by {@link Files#readString}, which asks for a first byte alone
     * where a size is not known: a setting of the kernel gives nothing but its first digit then.
     */
    Optional<String> text(String path) {
        try (InputStream in = new FileInputStream(root.resolve(path).toFile())) {
            return Optional.of(new String(in.readAllBytes(), UTF_8).strip());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** The one whole number of a file. */
    Optional<Long> number(String path) {
        return text(path).filter(text -> text.matches("\\d{1,18}")).map(Long::valueOf);
    }

    /** What is in a directory and matches a glob, by name. */
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
