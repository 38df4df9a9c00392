package io.weir.standalone;

import io.weir.contract.service.StartException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** Where {@code weir up} keeps everything; locked for one process at a time, until closed or killed. */
public final class DataDirectory implements AutoCloseable {

    private final Path path;
    private final FileChannel lock;

    private DataDirectory(Path path, FileChannel lock) {
        this.path = path;
        this.lock = lock;
    }

    /**
     * Creates it if it is missing, and locks it.
     *
     * @throws StartException if it cannot be written, or another process has it
     */
    public static DataDirectory open(Path path) {
        Path absolute = path.toAbsolutePath().normalize();
        FileChannel lock;
        try {
            Files.createDirectories(absolute);
            lock = FileChannel.open(absolute.resolve("weir.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw new StartException(
                    "data directory " + absolute + " cannot be written ("
                            + e.getClass().getSimpleName() + "): change who may write it, or name another with --data",
                    e);
        }
        if (tryLock(lock, absolute) == null) {
            close(lock);
            throw new StartException("data directory " + absolute
                    + " is in use by another weir: stop that one, or name another directory with --data");
        }
        return new DataDirectory(absolute, lock);
    }

    /** Absolute. */
    public Path path() {
        return path;
    }

    /** Where the embedded broker keeps its logs. */
    public Path kafka() {
        return path.resolve("kafka");
    }

    /** Where the embedded store keeps its tables. */
    public Path store() {
        return path.resolve("store");
    }

    /** The rules that hold where no other file is named. */
    public Path rules() {
        return path.resolve("rules.yaml");
    }

    /** Where Kafka Streams keeps what can be restored from Kafka. */
    public Path state(String service) {
        return path.resolve("state").resolve(service);
    }

    /** Unlocks. */
    @Override
    public void close() {
        close(lock);
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
