package io.weir.standalone.embedded;

import io.weir.contract.service.StartException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The data directory of {@code weir up}. One process at a time locks it, until it closes it or is
 * killed.
 */
public final class DataDirectory implements AutoCloseable {

    private static final String LOCK = "weir.lock";

    private final Path path;
    private final FileChannel lock;
    private final boolean isNew;

    private DataDirectory(Path path, FileChannel lock, boolean isNew) {
        this.path = path;
        this.lock = lock;
        this.isNew = isNew;
    }

    /**
     * Creates the directory if it is missing, and locks it.
     *
     * @throws StartException if it is not usable: no rights, too little free space, or another
     * process holds the lock
     */
    public static DataDirectory open(Path path) {
        Path absolute = path.toAbsolutePath().normalize();
        boolean isNew = Files.notExists(absolute);
        DataRights.requireDirectory(absolute);
        FileChannel lock;
        try {
            Files.createDirectories(absolute);
            lock = FileChannel.open(absolute.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw DataRights.refused(absolute, e);
        }
        if (tryLock(lock, absolute) == null) {
            close(lock);
            throw new StartException("data directory " + absolute
                    + " is in use by another weir: stop that one, or name another directory with --data");
        }
        DataDirectory directory = new DataDirectory(absolute, lock, isNew);
        try {
            DataRights.requireAll(absolute);
            FreeSpace.require(absolute);
        } catch (StartException e) {
            directory.close();
            throw e;
        }
        return directory;
    }

    /** The absolute path. */
    public Path path() {
        return path;
    }

    /** Directory of the embedded broker's logs. */
    public Path kafka() {
        return path.resolve("kafka");
    }

    /** Directory of the embedded store's tables. */
    public Path store() {
        return path.resolve("store");
    }

    /** The rule file that is used if no other file is named. */
    public Path rules() {
        return path.resolve("rules.yaml");
    }

    /** Directory of the gateway's spool. */
    public Path spool() {
        return path.resolve("spool");
    }

    /** Directory in which Kafka Streams keeps state that it can restore from Kafka. */
    public Path state(String service) {
        return path.resolve("state").resolve(service);
    }

    /** Unlocks the directory, and deletes it if this object created it and it is still empty. */
    @Override
    public void close() {
        if (isNew && isUnused()) {
            try {
                Files.deleteIfExists(path.resolve(LOCK));
                Files.deleteIfExists(path);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } finally {
                close(lock);
            }
        } else {
            close(lock);
        }
    }

    private boolean isUnused() {
        try (Stream<Path> files = Files.list(path)) {
            return files.allMatch(file -> file.endsWith(LOCK));
        } catch (IOException e) {
            return false;
        }
    }

    private static @Nullable FileLock tryLock(FileChannel channel, Path directory) {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null;
        } catch (IOException e) {
            close(channel);
            throw new StartException(
                    "data directory " + directory + " cannot be locked (" + e.getMessage()
                            + "): name one on a local disk with --data",
                    e);
        }
    }

    private static void close(FileChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
