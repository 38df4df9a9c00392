package io.weir.writer.store.directory;

import io.weir.writer.store.StoreUrl;
import java.nio.file.Path;
import java.time.Duration;

/** The address of a store that is files in a directory. */
public interface DirectoryUrl extends StoreUrl {
    /** The directory, created if it does not exist. */
    Path directory();

    /** The directory of the files without lines. */
    Path control();

    /** The longest time that lines are in memory. */
    Duration every();

    /** The most bytes that lines occupy in memory, about. */
    long memory();

    /** The address itself, because no server has it. */
    @Override
    default String http() {
        return text();
    }
}
