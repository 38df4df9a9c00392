package io.weir.writer.store.file;

import com.github.luben.zstd.ZstdOutputStreamNoFinalizer;
import io.weir.contract.line.LineError;
import io.weir.contract.line.LineReader;
import io.weir.contract.line.SeriesReader;
import io.weir.writer.store.Bytes;
import io.weir.writer.store.Refusals;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** Lines in memory, compressed. Used by one thread. */
final class CompressedLines {
    private static final byte NEWLINE = '\n';

    private final LineReader line = new LineReader();
    private final SeriesReader series = new SeriesReader();
    private Bytes compressed = new Bytes();
    /** Null between frames: a file may have several. */
    private @Nullable ZstdOutputStreamNoFinalizer frame;

    private long lines;

    /** Adds canonical lines; reports unreadable lines. */
    void add(byte[] bytes, int from, int to, Refusals refusals) {
        int start = from;
        line.wrap(bytes, from, to);
        while (line.next()) {
            String reason = refusal();
            if (reason == null) {
                lines++;
            } else {
                write(bytes, start, line.lineStart());
                start = line.lineEnd() < to && bytes[line.lineEnd()] == NEWLINE ? line.lineEnd() + 1 : line.lineEnd();
                refusals.refused(line.lineStart(), line.lineEnd(), reason);
            }
        }
        write(bytes, start, to);
    }

    long lines() {
        return lines;
    }

    /** The bytes of complete blocks. */
    int size() {
        return compressed.size();
    }

    /** Ends the frame; more lines would begin another. Returns the compressed lines, valid until the next call. */
    Bytes end() throws IOException {
        ZstdOutputStreamNoFinalizer open = frame;
        if (open != null) {
            open.close();
            frame = null;
        }
        return compressed;
    }

    void clear() throws IOException {
        end();
        // Not reset: the capacity of the largest file would remain occupied.
        compressed = new Bytes();
        lines = 0;
    }

    private @Nullable String refusal() {
        LineError error = line.error();
        if (error == LineError.NONE) {
            error = series.read(line.bytes(), line.seriesStart(), line.seriesEnd());
        }
        if (error != LineError.NONE) {
            return error.meaning();
        }
        return line.hasTimestamp() ? null : "has no timestamp";
    }

    /** Writes whole lines; the last may lack its newline. */
    private void write(byte[] bytes, int from, int to) {
        if (from >= to) {
            return;
        }
        try {
            ZstdOutputStreamNoFinalizer open = frame;
            if (open == null) {
                open = new ZstdOutputStreamNoFinalizer(compressed);
                open.setChecksum(true);
                frame = open;
            }
            open.write(bytes, from, to - from);
            if (bytes[to - 1] != NEWLINE) {
                open.write(NEWLINE);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("memory accepts all bytes", e);
        }
    }
}
