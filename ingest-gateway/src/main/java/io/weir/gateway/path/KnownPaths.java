package io.weir.gateway.path;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.line.SeriesHash;
import io.weir.contract.line.Utf8;
import io.weir.contract.state.SeriesTable;
import io.weir.gateway.intake.spelling.LineSpeller;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Begins lines by the series and the field key of their paths, which it remembers. Allocates nothing
 * for a known path. Belongs to one thread.
 */
public final class KnownPaths {
    /** Bytes of the paths that are remembered, and of their lines; beyond, all are forgotten. */
    private static final int MOST_BYTES = 16 << 20;

    /** Longer lines are not remembered. */
    private static final int MOST_LINE_BYTES = 4 << 10;

    /** Heap bytes of a remembered path beyond its own. */
    private static final int PATH_BYTES = 100;

    private final PathMapping mapping;
    private final Syntax syntax;
    private final SeriesTable<byte[]> known = new SeriesTable<>();
    private int knownBytes;

    /** How a protocol writes a path and its tags in one text. */
    @FunctionalInterface
    public interface Syntax {
        /** The path and the tags of a text; null if a tag is wrong. */
        @Nullable
        TaggedPath read(String text);
    }

    public KnownPaths(Templates templates, Syntax syntax) {
        this.mapping = new PathMapping(templates);
        this.syntax = syntax;
    }

    /**
     * Begins a line by the path with tags {@code bytes[from, to)}; the value is next. After an error,
     * the line is not begun.
     */
    public PathError begin(byte[] bytes, int from, int to, LineSpeller line) {
        long hash = SeriesHash.of(bytes, from, to);
        int slot = known.find(bytes, from, to, hash);
        if (slot >= 0) {
            line.begun(known.value(slot));
            return PathError.NONE;
        }
        if (Utf8.firstInvalid(bytes, from, to) >= 0) {
            return PathError.BAD_PATH;
        }
        TaggedPath path = syntax.read(new String(bytes, from, to - from, UTF_8));
        PathError error = path == null ? PathError.BAD_TAG : mapping.map(path);
        if (error == PathError.NONE) {
            byte[] start = mapping.start();
            line.begun(start);
            if (start.length <= MOST_LINE_BYTES) {
                remember(Arrays.copyOfRange(bytes, from, to), hash, start);
            }
        }
        return error;
    }

    private void remember(byte[] path, long hash, byte[] start) {
        int more = path.length + start.length + PATH_BYTES;
        if (knownBytes + more > MOST_BYTES) {
            known.clear();
            knownBytes = 0;
        }
        knownBytes += more;
        known.add(path, hash, start);
    }
}
