package io.weir.standalone.send;

import io.weir.contract.config.NamedFile;
import io.weir.contract.config.Refusal;
import io.weir.contract.service.StartException;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Opens files that a command line names; {@code -} is standard input or output. */
public final class NamedStream {
    /** Standard input or output. */
    public static final String STANDARD = "-";

    private static final int BUFFER = 1 << 16;

    private NamedStream() {}

    /**
     * Opens a file or pipe for reading.
     *
     * @throws StartException if it cannot be opened
     */
    public static InputStream input(String name) {
        if (name.equals(STANDARD)) {
            return System.in;
        }
        try {
            return NamedFile.stream(NamedFile.path(name));
        } catch (Refusal e) {
            throw new StartException(name + " " + e.getMessage(), e);
        }
    }

    /** Opens a file for writing and overwrites it, unless {@code input} names the same file. */
    public static OutputStream output(String name, String input) throws IOException {
        if (name.equals(STANDARD)) {
            // Not System.out, which does not report that its reader is gone.
            return new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), BUFFER);
        }
        Path file = Path.of(name);
        if (!input.equals(STANDARD) && Files.exists(file) && Files.isSameFile(file, Path.of(input))) {
            throw new StartException(name + " is the input; name another file with --out");
        }
        Path directory = file.toAbsolutePath().getParent();
        if (directory != null && Files.notExists(directory)) {
            throw new StartException("there is no directory " + directory + " for " + name + "; create it first");
        }
        return new BufferedOutputStream(Files.newOutputStream(file), BUFFER);
    }

    /** The name of an input in messages. */
    public static String inputName(String name) {
        return name.equals(STANDARD) ? "standard input" : name;
    }
}
