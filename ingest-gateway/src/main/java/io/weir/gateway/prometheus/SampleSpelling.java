package io.weir.gateway.prometheus;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.weir.contract.line.EndMarker;
import io.weir.gateway.intake.spelling.LineSpeller;

/**
 * The line of a sample: its series, the field {@code value}, and a timestamp in milliseconds. The end
 * of a series is a line, too. Allocates nothing by itself.
 */
public final class SampleSpelling {
    private static final byte[] VALUE = "value".getBytes(US_ASCII);
    private static final byte[] END = EndMarker.FIELD.getBytes(US_ASCII);
    private static final byte[] TRUE = "true".getBytes(US_ASCII);

    private SampleSpelling() {}

    /** Begins a sample of the series that {@code from} and {@code to} enclose; its value is next. */
    public static void begin(LineSpeller line, byte[] series, int from, int to) {
        line.begun(series, from, to);
        line.fieldKey(VALUE, 0, VALUE.length);
    }

    /** Writes that the series has ended. */
    public static void end(LineSpeller line, byte[] series, int from, int to, long millis) {
        line.begun(series, from, to);
        line.fieldKey(END, 0, END.length);
        line.verbatim(TRUE, 0, TRUE.length);
        line.endLine(millis);
    }
}
