package io.weir.contract.line;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * The backslash rules of line protocol, both ways; cold path.
 *
 * <p>A backslash escapes only the listed characters of its section; before anything else it is
 * literal.
 */
final class Escapes {
    /** Escaped in a measurement. */
    static final String MEASUREMENT = ", ";
    /** Escaped in tag keys, tag values and field keys. */
    static final String KEY = ",= ";
    /** Escaped in a quoted string. */
    static final String STRING = "\"\\";

    private Escapes() {}

    /** Decodes a text. */
    static String decode(byte[] bytes, int from, int to, String escaped) {
        byte[] text = new byte[to - from];
        int length = 0;
        for (int at = from; at < to; at++) {
            boolean escape = bytes[at] == '\\' && at + 1 < to && escaped.indexOf(bytes[at + 1]) >= 0;
            if (escape) {
                at++;
            }
            text[length++] = bytes[at];
        }
        return new String(text, 0, length, UTF_8);
    }

    /** Appends the escaped text. */
    static void encode(String text, String escaped, StringBuilder to) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (escaped.indexOf(c) >= 0) {
                to.append('\\');
            }
            to.append(c);
        }
    }
}
