package io.weir.gateway.input;

import io.weir.contract.service.StartException;
import io.weir.contract.yaml.YamlSection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Reads what must not stand in the settings: a file with one secret, without the blanks and line feeds around it. */
final class SecretFile {
    private SecretFile() {}

    static Optional<Path> read(YamlSection section, String key, String about) {
        return section.value(key, Path.of(""), FilePath::parse, about).optional();
    }

    /** A file that says nothing stops the start, as one that is not there: no door opens wider than it was meant to. */
    static String secret(String input, String key, Path file) {
        try {
            String secret = Files.readString(file).strip();
            if (secret.isEmpty()) {
                throw new StartException(
                        "input " + input + ": " + key + " " + file + " is empty; write the secret into it");
            }
            return secret;
        } catch (IOException e) {
            throw new StartException("input " + input + ": " + key + " " + file + " cannot be read: "
                    + e.getClass().getSimpleName() + "; write the secret into it, readable by this user");
        }
    }
}
