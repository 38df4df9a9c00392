package io.weir.writer.store.directory;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A lock of a control directory, which excludes other threads and processes. */
public final class ControlLock implements AutoCloseable {
    private static final String NAME = "lock";
    /** Closing any channel of a file gives up the locks that this process has on it, so none is opened twice. */
    private static final Set<Path> LOCKED_HERE = ConcurrentHashMap.newKeySet();

    private final Path file;
    private final FileChannel channel;

    private ControlLock(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /**
     * Locks a directory, which is created if it does not exist.
     *
     * @param taken the message if another has the lock
     * @throws IOException also if another has the lock
     */
    public static ControlLock take(Path directory, String taken) throws IOException {
        Durable.createDirectories(directory);
        Path file = directory.resolve(NAME);
        if (!LOCKED_HERE.add(file)) {
            throw new IOException(taken);
        }
        boolean isLocked = false;
        try {
            FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            isLocked = channel.tryLock() != null;
            if (isLocked) {
                return new ControlLock(file, channel);
            }
            channel.close();
            throw new IOException(taken);
        } finally {
            if (!isLocked) {
                LOCKED_HERE.remove(file);
            }
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
        LOCKED_HERE.remove(file);
    }
}
