package io.weir.gateway.spool;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** One file of the log: frames at positions from {@link #base} to {@link #end}. Belongs to one thread. */
final class Segment {
    private static final byte[] MAGIC = "WEIRSP01".getBytes(US_ASCII);

    private final Path file;
    private final long base;
    private final FileChannel channel;
    private final boolean isReadable;
    private final ByteBuffer header = ByteBuffer.allocate(Frame.HEADER_BYTES);
    private long end;

    private Segment(Path file, long base, FileChannel channel, long end, boolean isReadable) {
        this.file = file;
        this.base = base;
        this.channel = channel;
        this.end = end;
        this.isReadable = isReadable;
    }

    /** A new file for frames from {@code base} on; what a failure left of one of this name is overwritten. */
    static Segment create(Path directory, long base) throws IOException {
        Path file = directory.resolve(SegmentName.of(base));
        FileChannel channel = FileChannel.open(
                file,
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE);
        try {
            writeAll(channel, ByteBuffer.wrap(MAGIC), 0);
        } catch (IOException e) {
            channel.close();
            Files.deleteIfExists(file);
            throw e;
        }
        return new Segment(file, base, channel, base + MAGIC.length, true);
    }

    /** A file of an earlier process, to be read; whatever is in it, frames end where the next file begins. */
    static Segment open(Path file, long base, long nextBase) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
        ByteBuffer magic = ByteBuffer.allocate(MAGIC.length);
        boolean isOurs = read(channel, magic, 0) && magic.flip().equals(ByteBuffer.wrap(MAGIC));
        return new Segment(file, base, channel, Math.min(base + channel.size(), nextBase), isOurs);
    }

    /** The position of the file's first byte. */
    long base() {
        return base;
    }

    /** The position behind its last frame. */
    long end() {
        return end;
    }

    /** The position of its first frame. */
    long first() {
        return base + MAGIC.length;
    }

    Path file() {
        return file;
    }

    /** Adds a frame; if that fails, what was written of it is taken away again. */
    void append(byte[] bytes) throws IOException {
        Frame.header(header, bytes);
        long at = end - base;
        try {
            writeAll(channel, header, at);
            writeAll(channel, ByteBuffer.wrap(bytes), at + Frame.HEADER_BYTES);
        } catch (IOException e) {
            channel.truncate(at);
            throw e;
        }
        end += Frame.HEADER_BYTES + bytes.length;
    }

    /** The bytes of the frame at this position; null if what is there is torn, spoiled or not to be read. */
    byte @Nullable [] read(long position) {
        try {
            header.clear();
            long left = end - position - Frame.HEADER_BYTES;
            if (!isReadable || left <= 0 || !read(channel, header, position - base)) {
                return null;
            }
            int length = header.flip().getInt();
            if (!Frame.isLength(length, left)) {
                return null;
            }
            byte[] bytes = new byte[length];
            boolean isWhole = read(channel, ByteBuffer.wrap(bytes), position - base + Frame.HEADER_BYTES);
            return isWhole && header.getInt() == Frame.checksum(bytes) ? bytes : null;
        } catch (IOException e) {
            return null;
        }
    }

    void close() throws IOException {
        channel.close();
    }

    void delete() throws IOException {
        channel.close();
        Files.deleteIfExists(file);
    }

    private static void writeAll(FileChannel channel, ByteBuffer bytes, long at) throws IOException {
        long position = at;
        while (bytes.hasRemaining()) {
            position += channel.write(bytes, position);
        }
    }

    /** Whether there were enough bytes to fill it. */
    private static boolean read(FileChannel channel, ByteBuffer into, long at) throws IOException {
        long position = at;
        while (into.hasRemaining()) {
            int read = channel.read(into, position);
            if (read < 0) {
                return false;
            }
            position += read;
        }
        return true;
    }
}
