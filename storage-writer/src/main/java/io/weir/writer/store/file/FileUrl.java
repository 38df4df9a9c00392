package io.weir.writer.store.file;

import io.weir.writer.store.directory.DirectoryOptions;
import io.weir.writer.store.directory.DirectoryUrl;
import java.nio.file.Path;
import java.time.Duration;

/** The address of a directory of line protocol. */
public record FileUrl(String text, Path directory, Duration every, long memory) implements DirectoryUrl {
    static final String SCHEME = "file";

    /** The lines of one partition are in one array, which has less than 2 GiB. */
    private static final int MOST_MIB = 1024;

    /**
     * Reads an address with its scheme.
     *
     * @throws io.weir.contract.config.Refusal with the error
     */
    static FileUrl parse(String text) {
        DirectoryOptions options = DirectoryOptions.parse(text, SCHEME, MOST_MIB);
        return new FileUrl(text, options.directory(), options.every(), options.memory());
    }

    @Override
    public Path control() {
        return directory.resolve(LineFiles.CONTROL);
    }
}
