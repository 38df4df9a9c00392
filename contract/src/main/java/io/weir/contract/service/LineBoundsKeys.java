package io.weir.contract.service;

import io.weir.contract.config.YamlSection;
import io.weir.contract.line.LineBounds;
import io.weir.contract.line.LineBounds.Refused;

/** The keys of {@link LineBounds}, the same for every service that checks lines. */
public final class LineBoundsKeys {

    private LineBoundsKeys() {}

    /** Reads them from a section {@code limits}; {@code rest} has the defaults. */
    public static LineBounds read(YamlSection limits, LineBounds rest) {
        return new LineBounds(
                size(limits, "line-bytes", LineBounds.MOST_LINE_BYTES, "longest line", rest.lineBytes()),
                size(limits, "series-bytes", LineBounds.MOST_SERIES_BYTES, "longest series", rest.seriesBytes()),
                size(
                        limits,
                        "name-bytes",
                        LineBounds.MOST_SERIES_BYTES,
                        "longest measurement, tag key, tag value or field key",
                        rest.nameBytes()),
                size(limits, "string-bytes", LineBounds.MOST_LINE_BYTES, "longest string", rest.stringBytes()),
                limits.choice(
                                "refuse-in-strings",
                                Refused.class,
                                "control characters that must not be in a string; its line is refused")
                        .or(rest.inStrings()));
    }

    private static int size(YamlSection limits, String key, int most, String about, int rest) {
        return limits.integer(key, 16, most, about + ", in bytes").or(rest);
    }
}
