package io.weir.gateway.spool;

import java.util.OptionalLong;
import java.util.regex.Pattern;

/** The name of a segment file tells where in the log it lies; names sort as positions do. */
final class SegmentName {
    private static final String SUFFIX = ".spool";
    private static final Pattern NAME = Pattern.compile("[0-9]{20}\\.spool");

    private SegmentName() {}

    static String of(long base) {
        return String.format("%020d", base) + SUFFIX;
    }

    /** Empty for a file that is no segment. */
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
