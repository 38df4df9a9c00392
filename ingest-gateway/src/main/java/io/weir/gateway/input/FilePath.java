package io.weir.gateway.input;

import io.weir.contract.yaml.Refusal;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Reads the name of a file. */
final class FilePath {
    private FilePath() {}

    static Path parse(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new Refusal(Refusal.quote(text) + " is no name of a file", "write a path");
        }
    }
}
