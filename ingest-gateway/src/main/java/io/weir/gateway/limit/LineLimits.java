package io.weir.gateway.limit;

import io.weir.contract.line.LineBounds;
import io.weir.contract.line.LineError;
import io.weir.contract.line.LineReader;
import org.jspecify.annotations.Nullable;

/**
 * Maximum sizes of lines and datagrams, in bytes and numbers; {@link #NONE} for no limit beyond
 * those of line protocol.
 *
 * @param bounds bounds of a line
 */
public record LineLimits(int datagramBytes, int fields, int tags, LineBounds bounds) {
    /** No limit. */
    public static final int NONE = Integer.MAX_VALUE;
    /** No limits. */
    public static final LineLimits UNLIMITED = new LineLimits(NONE, NONE, NONE, LineBounds.NONE);
    /** The defaults. */
    public static final LineLimits STANDARD = new LineLimits(NONE, NONE, NONE, LineBounds.STANDARD);

    /** Rejection reason for all lines of a datagram. */
    public static final String DATAGRAM_TOO_LONG = "datagram-too-long";
    /** Rejection reason for a line. */
    public static final String TOO_MANY_FIELDS = "too-many-fields";
    /** Rejection reason for a line. */
    public static final String TOO_MANY_TAGS = "too-many-tags";

    /**
     * The reason to reject a syntactically valid line, or null. Does not check its series.
     *
     * @param addedBytes length of the tags that the line gets
     */
    public @Nullable String refuses(LineReader line, int addedBytes) {
        if (line.fieldCount() > fields) {
            return TOO_MANY_FIELDS;
        }
        LineError error = bounds.refuses(line, addedBytes);
        return error == LineError.NONE ? null : error.code();
    }
}
