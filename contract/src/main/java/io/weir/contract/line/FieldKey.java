package io.weir.contract.line;

import static java.nio.charset.StandardCharsets.UTF_8;

/** Escapes and unescapes field keys for line protocol; cold path. */
public final class FieldKey {

    private FieldKey() {}

    /** The escaped key. */
    public static byte[] spelled(String key) {
        StringBuilder spelling = new StringBuilder();
        Escapes.encode(key, Escapes.KEY, spelling);
        return spelling.toString().getBytes(UTF_8);
    }

    /** The unescaped key. */
    public static String name(byte[] key) {
        return Escapes.decode(key, 0, key.length, Escapes.KEY);
    }
}
