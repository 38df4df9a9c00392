package io.weir.gateway.spool;

import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * Names of segment files. A name contains the start position in the log; names sort in the order of
 * positions.
 */
final class SegmentName {
    private static final String SUFFIX = ".spool";
    private static final Pattern NAME = Pattern.compile("[0-9]{20}\\.spool");

    private SegmentName() {}

    static String of(long base) {
        return String.format("%020d", base) + SUFFIX;
    }

    /** The start position; empty for a file that is not a segment. */
    static OptionalLong base(String name) {
        if (!NAME.matcher(name).matches()) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(Long.parseLong(name.substring(0, name.length() - SUFFIX.length())));
        } catch (NumberFormatException e) {
            return OptionalLong.empty();
        }
    }
}
