package io.weir.gateway.tail;

import io.weir.gateway.intake.LineCutter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** An open file, and how far it was read. Belongs to one thread. */
final class TailedFile implements AutoCloseable {
    private final String key;
    private final FileChannel channel;
    private final LineCutter cutter;
    private Path path;
    private FileHead head = FileHead.NONE;
    private long read;
    private long safe;
    private int generation;
    private int unsafe;
    private boolean isFailing;
    private long lastSeenNanos;
    private boolean isGone;
    private long goneSinceNanos;

    /** Receives the lines. */
    interface Lines {
        /** Called with a line, which ends before the offset {@code end}. */
        void line(TailedFile file, byte[] bytes, int from, int to, long end);

        /** Called with the start of a line that is too long. */
        void tooLong(TailedFile file, byte[] bytes, int from, int to);
    }

    private TailedFile(String key, Path path, FileChannel channel, int maxLineBytes) {
        this.key = key;
        this.path = path;
        this.channel = channel;
        this.cutter = new LineCutter(maxLineBytes);
    }

    /** Opens a file to read it from its beginning. */
    static TailedFile open(String key, Path path, int maxLineBytes) throws IOException {
        return new TailedFile(key, path, FileChannel.open(path, StandardOpenOption.READ), maxLineBytes);
    }

    /** Continues after this position, if the file is still the same. */
    void resume(TailPosition position) throws IOException {
        if (channel.size() >= position.offset() && position.head().isOf(channel)) {
            startAt(position.offset());
        }
    }

    /** Skips all that the file has now. */
    void skip() throws IOException {
        startAt(channel.size());
    }

    private void startAt(long offset) throws IOException {
        head = FileHead.of(channel, offset);
        read = offset;
        safe = offset;
        ByteBuffer last = ByteBuffer.allocate(1);
        if (offset > 0 && channel.read(last, offset - 1) == 1 && last.get(0) != '\n') {
            cutter.skip(); // Half a line is none.
        }
    }

    /** Whether the file has other content than was read. */
    boolean hasMore() throws IOException {
        return channel.size() != read;
    }

    /**
     * Detects that the file was truncated, also if it has grown again. Then it is read from the beginning.
     *
     * @return whether a line without its newline was lost
     */
    boolean startOverIfTruncated() throws IOException {
        if (channel.size() >= read && head.isOf(channel)) {
            return false;
        }
        boolean hasLost = cutter.hasUnfinished();
        cutter.restart();
        head = FileHead.NONE;
        read = 0;
        safe = 0;
        unsafe = 0;
        generation++;
        return hasLost;
    }

    /** Reads the next part of the file. Returns whether there was any. */
    boolean read(byte[] into, Lines lines) throws IOException {
        long base = read;
        int length = channel.read(ByteBuffer.wrap(into), base);
        if (length <= 0) {
            return false;
        }
        // First, because it may fail, and the bytes are then read again.
        head = head.isShort(base + length) ? FileHead.of(channel, base + length) : head;
        isFailing = false;
        read = base + length;
        cutter.take(into, 0, length, new LineCutter.Lines() {
            @Override
            public void line(byte[] bytes, int from, int to, int end) {
                lines.line(TailedFile.this, bytes, from, to, base + end);
            }

            @Override
            public void tooLong(byte[] bytes, int from, int to) {
                lines.tooLong(TailedFile.this, bytes, from, to);
            }
        });
        if (unsafe == 0 && !cutter.hasUnfinished() && !cutter.isSkipping()) {
            safe = read; // Empty lines at the end.
        }
        return true;
    }

    /** Counts a line that is not safe yet. Returns what {@link #safe(int, long)} needs. */
    int handOver() {
        unsafe++;
        return generation;
    }

    /** A line up to this offset is safe, and all lines before. */
    void safe(int generation, long offset) {
        if (generation == this.generation) {
            unsafe--;
            safe = Math.max(safe, offset);
        }
    }

    /** Up to where all is safe. */
    TailPosition position() {
        return new TailPosition(key, safe, head, path);
    }

    /** The path leads to the file at this time. */
    void seen(Path path, long nanos) {
        this.path = path;
        lastSeenNanos = nanos;
        isGone = false;
    }

    /** Whether no path has led to the file for this time, in the looks so far; this look is at {@code nowNanos}. */
    boolean isGoneFor(long nanos, long nowNanos) {
        if (lastSeenNanos == nowNanos) {
            return false;
        }
        if (!isGone) {
            isGone = true;
            goneSinceNanos = nowNanos;
        }
        return nowNanos - goneSinceNanos >= nanos;
    }

    /** Records that the file could not be read. Returns whether it was read before. */
    boolean failed() {
        boolean isNew = !isFailing;
        isFailing = true;
        return isNew;
    }

    /** Whether all of the file was read, or cannot be read, and all lines are safe. */
    boolean isSettled() throws IOException {
        return unsafe == 0 && (isFailing || !hasMore());
    }

    boolean hasUnfinished() {
        return cutter.hasUnfinished();
    }

    Path path() {
        return path;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
