package io.weir.standalone.embedded;

import io.weir.contract.service.StartException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks the free disk space of a data directory: a broker or a store that runs out of space ends
 * abruptly.
 */
final class FreeSpace {
    private static final Logger LOG = LoggerFactory.getLogger(FreeSpace.class);

    /**
     * The least free space for a start: segments, indexes and table columns are allocated before
     * they are filled.
     */
    static final long LEAST_BYTES = 512L << 20;

    private FreeSpace() {}

    /** @throws StartException with the free and the required space if there is too little */
    static void require(Path directory) {
        try {
            require(directory, Files.getFileStore(directory).getUsableSpace());
        } catch (IOException e) {
            LOG.debug("the free space of {} is unknown", directory, e);
        }
    }

    static void require(Path directory, long freeBytes) {
        if (freeBytes < LEAST_BYTES) {
            throw new StartException("data directory " + directory + ": its disk has " + (freeBytes >> 20)
                    + " MiB free, and Weir needs " + (LEAST_BYTES >> 20)
                    + " MiB to start: free some space (df -h " + directory
                    + "), or name a directory on another disk with --data");
        }
    }
}
