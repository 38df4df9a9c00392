package io.weir.gateway.limit;

import io.weir.contract.line.FieldType;
import io.weir.contract.line.LineReader;
import org.jspecify.annotations.Nullable;

/**
 * How large what is sent may be, in bytes and numbers; {@link #NONE} for no limit but those of line protocol.
 *
 * @param stringBytes of a string as it is spelled, without its quotes
 */
public record LineLimits(int datagramBytes, int lineBytes, int fields, int stringBytes, int tags) {
    /** No limit. */
    public static final int NONE = Integer.MAX_VALUE;
    /** Nothing is limited. */
    public static final LineLimits UNLIMITED = new LineLimits(NONE, NONE, NONE, NONE, NONE);

    /** Why all lines of a datagram were refused. */
    public static final String DATAGRAM_TOO_LONG = "datagram-too-long";
    /** Why a line was refused. */
    public static final String LINE_TOO_LONG = "line-too-long";
    /** Why a line was refused. */
    public static final String TOO_MANY_FIELDS = "too-many-fields";
    /** Why a line was refused. */
    public static final String STRING_TOO_LONG = "string-too-long";
    /** Why a line was refused. */
    public static final String TOO_MANY_TAGS = "too-many-tags";

    /** Why a good line is refused nevertheless, or null. Its tags are not looked at. */
    public @Nullable String refuses(LineReader line) {
        if (line.lineEnd() - line.lineStart() > lineBytes) {
            return LINE_TOO_LONG;
        }
        if (line.fieldCount() > fields) {
            return TOO_MANY_FIELDS;
        }
        if (stringBytes != NONE && hasLongString(line)) {
            return STRING_TOO_LONG;
        }
        return null;
    }

    private boolean hasLongString(LineReader line) {
        for (int i = 0; i < line.fieldCount(); i++) {
            if (line.fieldType(i) == FieldType.STRING && line.valueEnd(i) - line.valueStart(i) - 2 > stringBytes) {
                return true;
            }
        }
        return false;
    }
}
