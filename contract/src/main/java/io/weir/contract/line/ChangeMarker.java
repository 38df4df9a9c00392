package io.weir.contract.line;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Arrays;

/**
 * The last field of a line whose only other field, a float, belongs to a value that processing keeps
 * for the sender: {@code connections value=5,weir:change=true} adds 5 to the kept value, {@code
 * connections value=20,weir:change=false} sets it. Processing replaces the number by the kept value
 * and removes the marker.
 */
public final class ChangeMarker {

    /** The key of the marker. */
    public static final String FIELD = "weir:change";

    private static final byte[] KEY = FIELD.getBytes(US_ASCII);

    private ChangeMarker() {}

    /** Whether {@code bytes[from, to)} is {@link #FIELD}. */
    static boolean isKey(byte[] bytes, int from, int to) {
        return Arrays.equals(bytes, from, to, KEY, 0, KEY.length);
    }
}
