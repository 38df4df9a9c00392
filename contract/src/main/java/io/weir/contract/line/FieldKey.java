package io.weir.contract.line;

import static java.nio.charset.StandardCharsets.UTF_8;

/** How line protocol spells the key of a field; cold path. */
public final class FieldKey {

    private FieldKey() {}

    /** The key with what line protocol wants escaped, escaped. */
    public static byte[] spelled(String key) {
        StringBuilder spelling = new StringBuilder();
        Escapes.encode(key, Escapes.KEY, spelling);
        return spelling.toString().getBytes(UTF_8);
    }

    /** The name that a key spells. */
    public static String name(byte[] key) {
        return Escapes.decode(key, 0, key.length, Escapes.KEY);
    }
}
