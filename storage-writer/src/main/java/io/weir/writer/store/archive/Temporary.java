package io.weir.writer.store.archive;

import io.weir.contract.archive.FileName;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/** Data files that no plan has named yet, in a control directory. */
final class Temporary {
    private static final String SUFFIX = ".tmp";

    private Temporary() {}

    /** @param number distinguishes the files of a range */
    static Path file(Path control, FileName.Range range, int number) {
        return control.resolve(range.first() + "-" + range.next() + "-" + number + SUFFIX);
    }

    /**
     * A new name, which no plan contains yet: repeating an old plan must not give its final name to a later file.
     */
    static Path unique(Path control) {
        return control.resolve(UUID.randomUUID() + SUFFIX);
    }

    static void deleteAll(Path control) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(control, "*" + SUFFIX)) {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
        }
    }
}
