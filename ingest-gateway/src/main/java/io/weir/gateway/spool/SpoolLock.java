package io.weir.gateway.spool;

import io.weir.contract.service.StartException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Prevents a second gateway from using the spool's directory. Released at close or at the end of
 * the process.
 */
final class SpoolLock {
    private static final Logger LOG = LoggerFactory.getLogger(SpoolLock.class);
    private static final String NAME = "spool.lock";

    private final FileChannel channel;

    private SpoolLock(FileChannel channel) {
        this.channel = channel;
    }

    /** @throws StartException if the directory cannot be created or written, or is in use */
    static SpoolLock take(Path directory) {
        try {
            LocalDisk.make(directory);
            FileChannel channel =
                    FileChannel.open(directory.resolve(NAME), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (!isFree(channel)) {
                channel.close();
                throw new StartException("spool.directory " + directory
                        + " is in use by another gateway; stop that one, or give this one its own directory");
            }
            return new SpoolLock(channel);
        } catch (IOException e) {
            throw unusable(directory, e);
        }
    }

    static StartException unusable(Path directory, IOException e) {
        return new StartException(
                "spool.directory " + directory + " cannot be created, read or written (" + e
                        + "); set another one on a local disk, or disable the spool (spool.bytes: 0)",
                e);
    }

    private static boolean isFree(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false; // Held by another gateway in this process.
        }
    }

    void release() {
        try {
            channel.close();
        } catch (IOException e) {
            LOG.warn("spool: releasing the lock failed; it ends with the process", e);
        }
    }
}
