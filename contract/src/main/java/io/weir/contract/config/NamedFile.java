package io.weir.contract.config;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.function.Function;

/** Reads a file that a user named. All code must read such files through this class. */
public final class NamedFile {
    private static final int SECRET_BYTES = 1 << 20;

    private NamedFile() {}

    /**
     * The secret in a file, without the blanks and line feeds around it.
     *
     * @throws Refusal if the file cannot be read or is empty; the message names the file, and never
     *     contains any of its content
     */
    public static String secret(String file) {
        return naming(file, path -> {
            String secret = new String(read(path, SECRET_BYTES), UTF_8).strip();
            if (secret.isEmpty()) {
                throw new Refusal("is empty", "write the secret into it");
            }
            return secret;
        });
    }

    /**
     * The result of {@code reader} for the file.
     *
     * @throws Refusal from the reader, with the file's name prepended
     */
    public static <T> T naming(String file, Function<Path, T> reader) {
        Path path = path(file);
        try {
            return reader.apply(path);
        } catch (Refusal e) {
            throw new Refusal(Refusal.quote(file) + " " + e.wrong(), e.meant());
        }
    }

    /**
     * The path of the file.
     *
     * @throws Refusal if the name is not a valid path
     */
    public static Path path(String file) {
        try {
            return Path.of(file);
        } catch (InvalidPathException e) {
            throw new Refusal(Refusal.quote(file) + " is not a file name", "write a path");
        }
    }

    /**
     * The content. Opens only a regular file, directly or through symbolic links: reading a pipe
     * may block for ever, and a device may have no end.
     *
     * @throws Refusal with the reason if the file cannot be read or is larger than {@code maxBytes}
     */
    public static byte[] read(Path file, int maxBytes) {
        return refusing(file, () -> {
            if (!requireNoDirectory(file).isRegularFile()) {
                throw new Refusal(
                        "is a pipe, a socket or a device, not a file", "save its content in a file, and name that");
            }
            try (InputStream in = Files.newInputStream(file)) {
                // The reported file size may be wrong or outdated.
                byte[] bytes = in.readNBytes(maxBytes);
                if (in.read() >= 0) {
                    throw new Refusal("is larger than " + shown(maxBytes), "is it the right file?");
                }
                return bytes;
            }
        });
    }

    /**
     * Opens data of any length, possibly from a pipe; the caller must read it piece by piece.
     *
     * @throws Refusal with the reason if the file cannot be opened
     */
    public static InputStream stream(Path file) {
        return refusing(file, () -> {
            requireNoDirectory(file);
            return Files.newInputStream(file);
        });
    }

    private interface Access<T> {
        T get() throws IOException;
    }

    private static <T> T refusing(Path file, Access<T> access) {
        try {
            return access.get();
        } catch (NoSuchFileException e) {
            throw new Refusal("does not exist", "looked for " + file.toAbsolutePath());
        } catch (AccessDeniedException e) {
            throw new Refusal(
                    "may not be read by user " + System.getProperty("user.name"),
                    "change its permissions or its owner");
        } catch (IOException e) {
            throw new Refusal("cannot be read: " + e.getMessage(), "is it a text file?");
        }
    }

    private static BasicFileAttributes requireNoDirectory(Path file) throws IOException {
        BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
        if (attributes.isDirectory()) {
            throw new Refusal("is a directory", "name the file in it");
        }
        return attributes;
    }

    private static String shown(int bytes) {
        int mebibyte = 1 << 20;
        return bytes % mebibyte == 0 ? bytes / mebibyte + " MiB" : bytes + " bytes";
    }
}
