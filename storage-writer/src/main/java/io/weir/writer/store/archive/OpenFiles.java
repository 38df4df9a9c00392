package io.weir.writer.store.archive;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;

/**
 * The files of a directory, all open: who deletes them now, such as a compaction, takes no line from their reader. Used
 * by one thread.
 */
final class OpenFiles implements AutoCloseable {
    private final List<FileChannel> channels = new ArrayList<>();

    private OpenFiles() {}

    /** @throws java.nio.file.NoSuchFileException if a file has been deleted since it was listed */
    static OpenFiles open(List<DataFile> files) throws IOException {
        OpenFiles open = new OpenFiles();
        try {
            for (DataFile file : files) {
                open.channels.add(FileChannel.open(file.path()));
            }
        } catch (IOException e) {
            open.close();
            throw e;
        }
        return open;
    }

    FileChannel channel(int file) {
        return channels.get(file);
    }

    @Override
    public void close() throws IOException {
        for (FileChannel channel : channels) {
            channel.close();
        }
    }
}
