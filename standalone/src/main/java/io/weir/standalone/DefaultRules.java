package io.weir.standalone;

import io.weir.contract.service.StartException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;

/** The rule file of an installation that was named none: one of its own, to be edited. */
final class DefaultRules {
    private DefaultRules() {}

    /**
     * The file of these rules in the data directory; written if it is missing, never overwritten.
     *
     * @throws StartException if it cannot be written
     */
    static Path in(DataDirectory data) {
        Path file = data.rules();
        if (Files.exists(file)) {
            return file;
        }
        Path written = file.resolveSibling(file.getFileName() + ".new");
        try (InputStream text = Objects.requireNonNull(DefaultRules.class.getResourceAsStream("default-rules.yaml"))) {
            Files.copy(text, written, StandardCopyOption.REPLACE_EXISTING);
            // Whole or not at all: half a file, after a crash, would be taken for the operator's.
            Files.move(written, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new StartException(
                    "rule file " + file + " cannot be written (" + e.getMessage()
                            + "): make room for it, or name another with --rules",
                    e);
        }
        return file;
    }
}
