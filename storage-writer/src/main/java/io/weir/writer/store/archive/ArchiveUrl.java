package io.weir.writer.store.archive;

import io.weir.writer.store.directory.DirectoryOptions;
import io.weir.writer.store.directory.DirectoryUrl;
import java.nio.file.Path;
import java.time.Duration;

/** The address of an archive. */
public record ArchiveUrl(String text, Path directory, Duration every, long memory) implements DirectoryUrl {
    /** The begin of such addresses. */
    public static final String SCHEME = "archive";

    private static final int MOST_MIB = 16 * 1024;

    /**
     * Reads an address with its scheme.
     *
     * @throws io.weir.contract.config.Refusal with the error
     */
    static ArchiveUrl parse(String text) {
        DirectoryOptions options = DirectoryOptions.parse(text, SCHEME, MOST_MIB);
        return new ArchiveUrl(text, options.directory(), options.every(), options.memory());
    }

    @Override
    public Path control() {
        return directory.resolve(PartitionArchive.CONTROL);
    }
}
