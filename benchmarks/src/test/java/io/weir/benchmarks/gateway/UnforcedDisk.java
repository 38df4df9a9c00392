package io.weir.benchmarks.gateway;

import io.weir.gateway.spool.Disk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** A disk that is never forced, to compare with. */
record UnforcedDisk(Disk disk) implements Disk {

    private record UnforcedFile(File file) implements File {
        @Override
        public long size() throws IOException {
            return file.size();
        }

        @Override
        public void read(ByteBuffer into, long at) throws IOException {
            file.read(into, at);
        }

        @Override
        public void write(ByteBuffer bytes, long at) throws IOException {
            file.write(bytes, at);
        }

        @Override
        public void truncate(long size) throws IOException {
            file.truncate(size);
        }

        @Override
        public void force() {}

        @Override
        public void close() throws IOException {
            file.close();
        }
    }

    @Override
    public List<String> names() throws IOException {
        return disk.names();
    }

    @Override
    public File open(String name) throws IOException {
        return new UnforcedFile(disk.open(name));
    }

    @Override
    public void delete(String name) throws IOException {
        disk.delete(name);
    }

    @Override
    public void force() {}

    @Override
    public long usableBytes() throws IOException {
        return disk.usableBytes();
    }

    @Override
    public long totalBytes() throws IOException {
        return disk.totalBytes();
    }
}
