package io.weir.query.promql;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Replaces the escapes of Go in a text. Escapes of bytes may together be UTF-8. */
final class Unescaping {
    private static final int LARGEST_BYTE = 0xFF;

    private final String escaped;
    private final char quote;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private int at;

    Unescaping(String escaped, char quote) {
        this.escaped = escaped;
        this.quote = quote;
    }

    String text() {
        while (at < escaped.length()) {
            int next = escaped.codePointAt(at);
            at += Character.charCount(next);
            if (next == '\\') {
                escape();
            } else {
                character(next);
            }
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes.toByteArray()))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("the bytes of the text are not UTF-8", e);
        }
    }

    private void escape() {
        char kind = escaped.charAt(at++);
        switch (kind) {
            case 'a' -> bytes.write(7);
            case 'b' -> bytes.write('\b');
            case 'f' -> bytes.write('\f');
            case 'n' -> bytes.write('\n');
            case 'r' -> bytes.write('\r');
            case 't' -> bytes.write('\t');
            case 'v' -> bytes.write(11);
            case '\\' -> bytes.write('\\');
            case 'x' -> bytes.write(digits(2, 16));
            case 'u' -> character(digits(4, 16));
            case 'U' -> character(digits(8, 16));
            case '0', '1', '2', '3', '4', '5', '6', '7' -> {
                at--;
                octal();
            }
            default -> {
                if (kind != quote) {
                    throw new IllegalArgumentException("unknown escape \\" + kind + "; write \\\\ for a backslash");
                }
                bytes.write(kind);
            }
        }
    }

    private void octal() {
        int value = digits(3, 8);
        if (value > LARGEST_BYTE) {
            throw new IllegalArgumentException("an octal escape is at most \\377");
        }
        bytes.write(value);
    }

    private int digits(int count, int base) {
        long value = 0;
        for (int i = 0; i < count; i++) {
            int digit = at < escaped.length() ? Character.digit(escaped.charAt(at++), base) : -1;
            if (digit < 0) {
                throw new IllegalArgumentException("an escape lacks digits");
            }
            value = value * base + digit;
        }
        return (int) Math.min(value, Integer.MAX_VALUE);
    }

    private void character(int codePoint) {
        boolean surrogate = codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
        if (surrogate || !Character.isValidCodePoint(codePoint)) {
            throw new IllegalArgumentException("an escape is no character of Unicode");
        }
        byte[] encoded = Character.toString(codePoint).getBytes(StandardCharsets.UTF_8);
        bytes.write(encoded, 0, encoded.length);
    }
}
