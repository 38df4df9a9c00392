package io.weir.standalone.cluster;

import io.weir.gateway.spool.Disk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/**
 * A disk with slow writes and forces, each in the calling thread. A write does not wait for a force,
 * as on ext4. Remembers when files were forced, and which threads used the disk.
 */
final class SlowDisk implements Disk {
    private static final Duration WRITE = Duration.ofMillis(20);
    private static final Duration FORCE = Duration.ofMillis(500);

    private final Disk disk;
    private final Set<String> threads = ConcurrentHashMap.newKeySet();
    private final List<Force> forces = new CopyOnWriteArrayList<>();

    /** One that brought a file to the disk, by {@link System#nanoTime}. */
    private record Force(long beganNanos, long endedNanos) {}

    SlowDisk(Disk disk) {
        this.disk = disk;
    }

    /** Whether a file was forced wholly between these moments of {@link System#nanoTime}. */
    boolean hasForced(long fromNanos, long untilNanos) {
        return forces.stream().anyMatch(each -> each.beganNanos - fromNanos >= 0 && each.endedNanos - untilNanos <= 0);
    }

    /** The names of the threads that wrote, forced or read. */
    Set<String> threads() {
        return threads;
    }

    private void take(Duration time) throws IOException {
        threads.add(Thread.currentThread().getName());
        try {
            TimeUnit.NANOSECONDS.sleep(time.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    @Override
    public List<String> names() throws IOException {
        return disk.names();
    }

    @Override
    public File open(String name) throws IOException {
        return new SlowFile(disk.open(name));
    }

    @Override
    public void delete(String name) throws IOException {
        disk.delete(name);
    }

    @Override
    public void force() throws IOException {
        take(FORCE);
        disk.force();
    }

    @Override
    public long usableBytes() throws IOException {
        return disk.usableBytes();
    }

    @Override
    public long totalBytes() throws IOException {
        return disk.totalBytes();
    }

    @Override
    public String toString() {
        return "slow " + disk;
    }

    private final class SlowFile implements File {
        private final File file;

        SlowFile(File file) {
            this.file = file;
        }

        @Override
        public long size() throws IOException {
            return file.size();
        }

        @Override
        public void read(ByteBuffer into, long at) throws IOException {
            take(Duration.ZERO);
            file.read(into, at);
        }

        @Override
        public void write(ByteBuffer bytes, long at) throws IOException {
            take(WRITE);
            file.write(bytes, at);
        }

        @Override
        public void truncate(long size) throws IOException {
            file.truncate(size);
        }

        @Override
        public void force() throws IOException {
            long beganNanos = System.nanoTime();
            take(FORCE);
            file.force();
            forces.add(new Force(beganNanos, System.nanoTime()));
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
