package io.weir.gateway.spool;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A disk in memory that tracks forced data. After a machine failure, forced data remains, and a
 * random part of later writes: each completely, partially or not at all. Reads, writes and forces
 * fail on request. One thread at a time.
 */
public class MemoryDisk implements Disk {
    private static final long TOTAL_BYTES = 1L << 40;

    /** Number of following reads that fail. */
    public int failingReads;
    /** The exception of failing writes; null if they succeed. */
    public @Nullable IOException writeFailure;

    public boolean isForceFailing;
    /** The file that cannot be forced; null if all can. */
    public @Nullable String unforcible;
    /** Runs while a file is being written to. */
    public Runnable whileWriting = () -> {};
    /** Runs while a file is being forced. */
    public Runnable whileForcing = () -> {};
    /** Number of forced files. */
    public int forces;

    private final Map<String, Content> files = new TreeMap<>();

    private static final class Content {
        byte[] now = {};
        byte[] forced = {};
        boolean isNameForced;
        /** Writes since the last force. */
        final List<Write> writes = new ArrayList<>();
    }

    /** Bytes written at a position; null for a truncation. */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    private record Write(byte @Nullable [] bytes, int at) {
        byte[] on(byte[] before) {
            if (bytes == null) {
                return Arrays.copyOf(before, at);
            }
            byte[] after = Arrays.copyOf(before, Math.max(before.length, at + bytes.length));
            System.arraycopy(bytes, 0, after, at, bytes.length);
            return after;
        }
    }

    /** The same disk after the process was killed: all writes remain. */
    public synchronized MemoryDisk afterKill() {
        MemoryDisk after = new MemoryDisk();
        files.forEach((name, file) -> after.files.put(name, surviving(file.now)));
        return after;
    }

    /** The same disk after a machine failure. */
    public synchronized MemoryDisk afterFailure(Random random) {
        MemoryDisk after = new MemoryDisk();
        files.forEach((name, file) -> {
            if (file.isNameForced || random.nextBoolean()) {
                byte[] left = file.forced;
                for (Write write : file.writes) {
                    left = random.nextInt(3) == 0 ? left : partOf(write, random).on(left);
                }
                after.files.put(name, surviving(left));
            }
        });
        return after;
    }

    private static Write partOf(Write write, Random random) {
        byte[] bytes = write.bytes;
        boolean isWhole = bytes == null || bytes.length == 0 || random.nextBoolean();
        return isWhole || bytes == null
                ? write
                : new Write(Arrays.copyOf(bytes, random.nextInt(bytes.length)), write.at);
    }

    private static Content surviving(byte[] bytes) {
        Content content = new Content();
        content.now = bytes;
        content.forced = bytes;
        content.isNameForced = true;
        return content;
    }

    /** Segment files, oldest first. */
    public synchronized List<String> segments() {
        return files.keySet().stream()
                .filter(name -> SegmentName.base(name).isPresent())
                .toList();
    }

    /** The content of a file; changes to the array change the file. */
    public synchronized byte[] bytes(String name) {
        Content file = files.get(name);
        if (file == null) {
            throw new IllegalArgumentException(name);
        }
        file.now = file.now.clone();
        file.forced = file.now;
        file.writes.clear();
        return file.now;
    }

    /** Truncates or replaces a file. */
    public synchronized void replace(String name, byte[] bytes) {
        files.put(name, surviving(bytes));
    }

    @Override
    public synchronized List<String> names() {
        return List.copyOf(files.keySet());
    }

    @Override
    public synchronized File open(String name) throws IOException {
        if (!files.containsKey(name)) {
            failIfAsked();
        }
        return new MemoryFile(files.computeIfAbsent(name, absent -> new Content()), name);
    }

    @Override
    public synchronized void delete(String name) {
        files.remove(name);
    }

    @Override
    public synchronized void force() throws IOException {
        if (isForceFailing) {
            throw new IOException("the disk does not write");
        }
        files.values().forEach(file -> file.isNameForced = true);
    }

    @Override
    public long usableBytes() {
        return TOTAL_BYTES;
    }

    @Override
    public long totalBytes() {
        return TOTAL_BYTES;
    }

    @Override
    public String toString() {
        return "memory";
    }

    private void failIfAsked() throws IOException {
        if (writeFailure != null) {
            throw writeFailure;
        }
    }

    private final class MemoryFile implements File {
        private final Content content;
        private final String name;

        MemoryFile(Content content, String name) {
            this.content = content;
            this.name = name;
        }

        @Override
        public long size() {
            synchronized (MemoryDisk.this) {
                return content.now.length;
            }
        }

        @Override
        public void read(ByteBuffer into, long at) throws IOException {
            synchronized (MemoryDisk.this) {
                if (failingReads > 0) {
                    failingReads--;
                    throw new NoSuchFileException(name);
                }
                int left = (int) Math.max(0, content.now.length - at);
                into.put(content.now, (int) Math.min(at, content.now.length), Math.min(left, into.remaining()));
            }
        }

        @Override
        public void write(ByteBuffer bytes, long at) throws IOException {
            synchronized (MemoryDisk.this) {
                failIfAsked();
                whileWriting.run();
                byte[] written = new byte[bytes.remaining()];
                bytes.get(written);
                change(new Write(written, (int) at));
            }
        }

        @Override
        public void truncate(long size) {
            synchronized (MemoryDisk.this) {
                if (size < content.now.length) {
                    change(new Write(null, (int) size));
                }
            }
        }

        private void change(Write write) {
            content.writes.add(write);
            content.now = write.on(content.now);
        }

        @Override
        public void force() throws IOException {
            synchronized (MemoryDisk.this) {
                forces++;
                whileForcing.run();
                if (isForceFailing || name.equals(unforcible)) {
                    throw new IOException("the disk does not write");
                }
                content.forced = content.now;
                content.writes.clear();
            }
        }

        @Override
        public void close() {
            // Nothing to release.
        }
    }
}
