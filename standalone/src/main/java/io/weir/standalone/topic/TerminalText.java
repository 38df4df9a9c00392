package io.weir.standalone.topic;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;

/**
 * Escapes bytes from any sender, so that the text does not control a terminal. A byte that is not
 * UTF-8 becomes {@code \xNN}, a character that controls the terminal or the direction of writing
 * becomes <code>&#92;u{NNNN}</code>, a newline {@code \n}, a tab {@code \t}.
 */
public final class TerminalText {
    private TerminalText() {}

    /** Escapes all bytes, in one line. */
    public static String of(byte[] bytes) {
        return of(bytes, 0, bytes.length);
    }

    /** Escapes the bytes from {@code from} up to {@code to}, in one line. */
    public static String of(byte[] bytes, int from, int to) {
        StringBuilder text = new StringBuilder(to - from);
        CharsetDecoder decoder = UTF_8.newDecoder();
        ByteBuffer in = ByteBuffer.wrap(bytes, from, to - from);
        CharBuffer out = CharBuffer.allocate(to - from + 1);
        CoderResult result = decoder.decode(in, out, true);
        while (result.isError()) {
            append(out, text);
            for (int i = 0; i < result.length(); i++) {
                text.append(String.format("\\x%02x", in.get()));
            }
            result = decoder.reset().decode(in, out, true);
        }
        append(out, text);
        return text.toString();
    }

    /** Escapes text, in one line. */
    public static String of(String text) {
        return isPlain(text) ? text : of(text.getBytes(UTF_8));
    }

    /** Whether text has only printable ASCII characters, which need no escape and are one column wide. */
    public static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < ' ' || text.charAt(i) > '~') {
                return false;
            }
        }
        return true;
    }

    private static void append(CharBuffer decoded, StringBuilder text) {
        decoded.flip().codePoints().forEach(character -> {
            if (character == '\n') {
                text.append("\\n");
            } else if (character == '\t') {
                text.append("\\t");
            } else if (controls(character)) {
                text.append(String.format("\\u{%04x}", character));
            } else {
                text.appendCodePoint(character);
            }
        });
        decoded.clear();
    }

    /** Whether a terminal may interpret the character, instead of showing it. */
    public static boolean controls(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.PRIVATE_USE -> true;
            default -> false;
        };
    }
}
