package io.weir.gateway.spool;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** One file of the log: frames at positions from {@link #base} to {@link #end}. Belongs to one thread. */
final class Segment {
    /** Instead of a count: a file of an earlier process, of which nobody has counted them. */
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

    /** A new file for frames from {@code base} on; what a failure left of one of this name is overwritten. */
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

    /** A file of an earlier process, to be read; whatever is in it, frames end where the next file begins. */
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

    /** The position behind its last frame. */
    long end() {
        return end;
    }

    Disk.File file() {
        return file;
    }

    /** How many frames were appended, or {@link #UNKNOWN}. */
    int frames() {
        return frames;
    }

    /** Adds a frame; if that fails, what was written of it is taken away again. */
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

    /** The header of the frame at this position; null if what is there is torn or spoiled. */
    Frame.@Nullable Header header(long position) throws IOException {
        long left = end - position - Frame.HEADER_BYTES;
        return left > 0 && isFilled(buffer.clear(), position) ? Frame.Header.read(buffer.flip(), position, left) : null;
    }

    /** The bytes of a frame; null if they are spoiled. */
    byte @Nullable [] bytes(Frame.Header header) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(header.length());
        boolean isWhole = isFilled(bytes, header.start() + Frame.HEADER_BYTES) && header.fits(bytes.array());
        return isWhole ? bytes.array() : null;
    }

    private boolean isFilled(ByteBuffer into, long position) throws IOException {
        file.read(into, position - base);
        return !into.hasRemaining();
    }

    /** The first header at this position or later; null if there is none. */
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
