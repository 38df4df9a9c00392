package io.weir.standalone.rules;

import io.weir.contract.service.StartException;
import io.weir.standalone.embedded.DataDirectory;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;

/** The rule file for an installation that names none. The operator may edit it. */
public final class DefaultRules {
    private DefaultRules() {}

    /**
     * Returns the rule file in the data directory. Writes it if it is missing, never overwrites it.
     *
     * @throws StartException if it cannot be written
     */
    public static Path in(DataDirectory data) {
        Path file = data.rules();
        if (Files.exists(file)) {
            return file;
        }
        Path written = file.resolveSibling(file.getFileName() + ".new");
        try (InputStream text = Objects.requireNonNull(DefaultRules.class.getResourceAsStream("default-rules.yaml"))) {
            Files.copy(text, written, StandardCopyOption.REPLACE_EXISTING);
            // Atomic: after a crash, half a file would be mistaken for one that the operator
            // edited.
            Files.move(written, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new StartException(
                    "rule file " + file + " cannot be written (" + e.getMessage()
                            + "): free some disk space, or name another with --rules",
                    e);
        }
        return file;
    }
}
