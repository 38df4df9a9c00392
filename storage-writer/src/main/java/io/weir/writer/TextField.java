package io.weir.writer;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.line.LineBuffer;

/** Text fields of lines that the writer makes itself. */
final class TextField {
    private TextField() {}

    /** Adds a field with the printable form of a text. */
    static void write(LineBuffer line, String key, String text) {
        StringBuilder escaped = new StringBuilder(key).append("=\"");
        printable(text).chars().forEach(c -> {
            if (c == '"' || c == '\\') {
                escaped.append('\\');
            }
            escaped.append((char) c);
        });
        byte[] bytes = escaped.append('"').toString().getBytes(UTF_8);
        line.spelledField(bytes, 0, bytes.length);
    }

    /** Replaces control characters by spaces, because not every store accepts line breaks. */
    static String printable(String text) {
        StringBuilder printable = new StringBuilder(text.length());
        text.chars().forEach(c -> printable.append(c < ' ' || c == 0x7f ? ' ' : (char) c));
        return printable.toString();
    }
}
