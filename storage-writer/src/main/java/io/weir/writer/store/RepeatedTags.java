package io.weir.writer.store;

import io.weir.contract.line.LineReader;
import org.jspecify.annotations.Nullable;

/** The size of lines in protocols that repeat the tags for each field. */
public final class RepeatedTags {
    /** Above what ordinary lines need, and far below the memory of the writer. */
    private static final long MOST = 16_000_000;

    private RepeatedTags() {}

    /** Why a line is too large; null if it is not. */
    public static @Nullable String refusal(LineReader line) {
        return bytes(line) > MOST
                ? "its tags, once for each of " + line.fieldCount()
                        + " fields, exceed 16 MB: send fewer fields in a line"
                : null;
    }

    private static long bytes(LineReader line) {
        return (long) line.fieldCount() * (line.seriesEnd() - line.seriesStart());
    }
}
