package io.weir.contract.yaml;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Reads a file that a person named. */
public final class NamedFile {
    private NamedFile() {}

    /**
     * All of it.
     *
     * @throws Refusal with what is wrong with the file, if it cannot be read or is larger than {@code maxBytes}
     */
    public static byte[] read(Path file, int maxBytes) {
        try {
            if (Files.isDirectory(file)) {
                throw new Refusal("is a directory", "name the file in it");
            }
            if (Files.size(file) > maxBytes) {
                throw new Refusal("is larger than " + (maxBytes >> 20) + " MiB", "is it the right file?");
            }
            return Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            throw new Refusal("does not exist", "looked for " + file.toAbsolutePath());
        } catch (AccessDeniedException e) {
            throw new Refusal(
                    "may not be read by user " + System.getProperty("user.name"), "see to its rights, or its owner");
        } catch (IOException e) {
            throw new Refusal("cannot be read: " + e.getMessage(), "is it a file of text?");
        }
    }
}
