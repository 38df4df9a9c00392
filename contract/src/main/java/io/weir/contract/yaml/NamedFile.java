package io.weir.contract.yaml;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Reads a file that a person named. */
public final class NamedFile {
    private static final int SECRET_BYTES = 1 << 20;

    private NamedFile() {}

    /**
     * The one secret that is in a file, without the blanks and line feeds around it.
     *
     * @throws Refusal if it cannot be read, or there is none in it; it names the file, and says nothing of what is in it
     */
    public static String secret(String file) {
        try {
            String secret = new String(read(Path.of(file), SECRET_BYTES), UTF_8).strip();
            if (secret.isEmpty()) {
                throw new Refusal("is empty", "write the secret into it");
            }
            return secret;
        } catch (InvalidPathException e) {
            throw new Refusal(Refusal.quote(file) + " is no name of a file", "name a file with the secret alone");
        } catch (Refusal e) {
            throw new Refusal(Refusal.quote(file) + " " + e.wrong(), e.meant());
        }
    }

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
