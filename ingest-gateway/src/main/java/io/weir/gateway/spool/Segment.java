package io.weir.gateway.spool;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One file of the log: frames at positions from {@link #base} to {@link #end}. Belongs to one
 * thread.
 */
final class Segment {
    /** Frame count of a file from an earlier process, whose frames were not counted. */
    static final int UNKNOWN = -1;

    private static final int SEARCH_BYTES = 64 << 10;

    private final String name;
    private final long base;
    private final Disk.File file;
    private final ByteBuffer buffer = ByteBuffer.allocate(Frame.HEADER_BYTES);
    private long end;
    private int frames;

    private Segment(String name, long base, Disk.File file, long end, int frames) {
        this.name = name;
        this.base = base;
        this.file = file;
        this.end = end;
        this.frames = frames;
    }

    /**
     * Creates a file for frames from {@code base}. Overwrites a file of this name that an earlier
     * failure left.
     */
    static Segment create(Disk disk, long base) throws IOException {
        String name = SegmentName.of(base);
        Disk.File file = disk.open(name);
        try {
            file.truncate(0);
        } catch (IOException e) {
            file.close();
            disk.delete(name);
            throw e;
        }
        return new Segment(name, base, file, base, 0);
    }

    /**
     * Opens a file of an earlier process for reading. Its frames end at the start of the next file
     * at the latest.
     */
    static Segment open(Disk disk, long base, long nextBase) throws IOException {
        String name = SegmentName.of(base);
        Disk.File file = disk.open(name);
        return new Segment(name, base, file, Math.min(base + file.size(), nextBase), UNKNOWN);
    }

    String name() {
        return name;
    }

    /** The position of the file's first byte. */
    long base() {
        return base;
    }

    /** The position after its last frame. */
    long end() {
        return end;
    }

    Disk.File file() {
        return file;
    }

    /** Number of appended frames, or {@link #UNKNOWN}. */
    int frames() {
        return frames;
    }

    /** Appends a frame. Removes partial writes on failure. */
    void append(int lane, byte[] bytes) throws IOException {
        Frame.Header header = Frame.Header.of(lane, frames, end, bytes);
        header.write(buffer.clear());
        long at = end - base;
        try {
            file.write(buffer.flip(), at);
            file.write(ByteBuffer.wrap(bytes), at + Frame.HEADER_BYTES);
        } catch (IOException e) {
            file.truncate(at);
            throw e;
        }
        frames++;
        end = header.end();
    }

    /** The header of the frame at this position; null if it is torn or damaged. */
    Frame.@Nullable Header header(long position) throws IOException {
        long left = end - position - Frame.HEADER_BYTES;
        return left > 0 && isFilled(buffer.clear(), position) ? Frame.Header.read(buffer.flip(), position, left) : null;
    }

    /** The bytes of a frame; null if they are damaged. */
    byte @Nullable [] bytes(Frame.Header header) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(header.length());
        boolean isWhole = isFilled(bytes, header.start() + Frame.HEADER_BYTES) && header.fits(bytes.array());
        return isWhole ? bytes.array() : null;
    }

    private boolean isFilled(ByteBuffer into, long position) throws IOException {
        file.read(into, position - base);
        return !into.hasRemaining();
    }

    /** The first valid header at or after this position, or null. */
    Frame.@Nullable Header find(long from) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(SEARCH_BYTES);
        for (long at = from; at < end; at += SEARCH_BYTES - Integer.BYTES + 1) {
            file.read(bytes.clear(), at - base);
            bytes.flip();
            for (int i = 0; i + Integer.BYTES <= bytes.limit(); i++) {
                Frame.Header header = bytes.getInt(i) == Frame.MAGIC ? header(at + i) : null;
                if (header != null) {
                    return header;
                }
            }
        }
        return null;
    }
}
