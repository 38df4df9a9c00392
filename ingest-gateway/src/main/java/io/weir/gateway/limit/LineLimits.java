package io.weir.gateway.limit;

import io.weir.contract.line.LineBounds;
import io.weir.contract.line.LineError;
import io.weir.contract.line.LineReader;
import org.jspecify.annotations.Nullable;

/**
 * How large what is sent may be, in bytes and numbers; {@link #NONE} for no limit but those of line protocol.
 *
 * @param bounds of lines
 */
public record LineLimits(int datagramBytes, int fields, int tags, LineBounds bounds) {
    /** No limit. */
    public static final int NONE = Integer.MAX_VALUE;
    /** Nothing is limited. */
    public static final LineLimits UNLIMITED = new LineLimits(NONE, NONE, NONE, LineBounds.NONE);
    /** What is not said otherwise. */
    public static final LineLimits STANDARD = new LineLimits(NONE, NONE, NONE, LineBounds.STANDARD);

    /** Why all lines of a datagram were refused. */
    public static final String DATAGRAM_TOO_LONG = "datagram-too-long";
    /** Why a line was refused. */
    public static final String TOO_MANY_FIELDS = "too-many-fields";
    /** Why a line was refused. */
    public static final String TOO_MANY_TAGS = "too-many-tags";

    /** Why a good line is refused nevertheless, or null. Its series is not checked. */
    public @Nullable String refuses(LineReader line) {
        if (line.fieldCount() > fields) {
            return TOO_MANY_FIELDS;
        }
        LineError error = bounds.refuses(line);
        return error == LineError.NONE ? null : error.code();
    }
}
