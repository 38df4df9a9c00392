package io.weir.gateway.spool;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/** A local directory. */
final class LocalDisk implements Disk {
    private final Path directory;
    private final FileStore store;

    LocalDisk(Path directory) throws IOException {
        this.directory = directory;
        this.store = Files.getFileStore(directory);
    }

    /**
     * Creates a directory that survives a machine failure. If its name were lost, all data forced
     * in it would be lost, too.
     */
    static void make(Path directory) throws IOException {
        Files.createDirectories(directory);
        for (Path above = directory.toAbsolutePath().getParent(); above != null; above = above.getParent()) {
            try {
                force(above);
            } catch (AccessDeniedException e) {
                // A process that may not read a directory cannot have created a file in it.
            }
        }
    }

    @Override
    public List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> String.valueOf(file.getFileName())).toList();
        }
    }

    @Override
    public File open(String name) throws IOException {
        return new LocalFile(FileChannel.open(
                directory.resolve(name), StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE));
    }

    @Override
    public void delete(String name) throws IOException {
        Files.deleteIfExists(directory.resolve(name));
    }

    @Override
    public void force() throws IOException {
        force(directory);
    }

    private static void force(Path directory) throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    @Override
    public long usableBytes() throws IOException {
        return store.getUsableSpace();
    }

    @Override
    public long totalBytes() throws IOException {
        return store.getTotalSpace();
    }

    @Override
    public String toString() {
        return directory.toString();
    }

    private record LocalFile(FileChannel channel) implements File {
        @Override
        public long size() throws IOException {
            return channel.size();
        }

        @Override
        public void read(ByteBuffer into, long at) throws IOException {
            long position = at;
            while (into.hasRemaining()) {
                int read = channel.read(into, position);
                if (read < 0) {
                    return;
                }
                position += read;
            }
        }

        @Override
        public void write(ByteBuffer bytes, long at) throws IOException {
            long position = at;
            while (bytes.hasRemaining()) {
                position += channel.write(bytes, position);
            }
        }

        @Override
        public void truncate(long size) throws IOException {
            channel.truncate(size);
        }

        @Override
        public void force() throws IOException {
            channel.force(false);
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
