package io.weir.standalone.archive;

import io.weir.contract.config.Refusal;
import io.weir.contract.service.StartException;
import io.weir.writer.store.archive.ArchiveDirectory;
import java.nio.file.Path;
import picocli.CommandLine.Parameters;

/** The directory. */
final class Directory {
    @Parameters(index = "0", paramLabel = "DIR", description = "The directory of the archive.")
    private Path path = Path.of(".");

    ArchiveDirectory open() {
        try {
            return ArchiveDirectory.of(path);
        } catch (Refusal e) {
            throw new StartException(String.valueOf(e.getMessage()), e);
        }
    }
}
