package io.weir.contract.line;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Arrays;

/**
 * The line by which a sender says that its series has ended: {@code process,pid=7 weir:end=true}.
 * It has no other field. Rules over groups hold the values of the series no longer.
 */
public final class EndMarker {

    /** The key of the only field. */
    public static final String FIELD = "weir:end";

    /** The first byte of {@link #FIELD} and {@link ChangeMarker#FIELD}, for a cheap first comparison. */
    static final byte FIRST_BYTE = 'w';

    private static final byte[] KEY = FIELD.getBytes(US_ASCII);

    private EndMarker() {}

    /** Whether {@code bytes[from, to)} is {@link #FIELD}. */
    static boolean isKey(byte[] bytes, int from, int to) {
        return Arrays.equals(bytes, from, to, KEY, 0, KEY.length);
    }
}
