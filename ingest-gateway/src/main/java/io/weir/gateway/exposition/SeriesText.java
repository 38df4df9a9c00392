package io.weir.gateway.exposition;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.line.Utf8;
import io.weir.gateway.intake.Words;
import java.util.SortedMap;

/**
 * Reads the text of a series, such as {@code up{job="a"}}, into labels. Only new series are read, so
 * this may allocate. Belongs to one thread.
 */
final class SeriesText {
    /** The label that is the name. */
    static final String NAME = "__name__";

    private byte[] bytes = {};
    private int at;
    private int end;

    /** Adds the labels to {@code into}. After an error, {@link #errorAt} is the index of the wrong byte. */
    ExpositionError read(byte[] text, int from, int to, SortedMap<String, String> into) {
        bytes = text;
        at = from;
        end = to;
        int nameEnd = nameEnd(true);
        if (nameEnd == from) {
            return ExpositionError.SYNTAX;
        }
        into.put(NAME, ascii(nameEnd));
        skipBlanks();
        if (at == end) {
            return ExpositionError.NONE;
        }
        if (bytes[at] != '{') {
            return ExpositionError.SYNTAX;
        }
        at++;
        return labels(into);
    }

    private ExpositionError labels(SortedMap<String, String> into) {
        skipBlanks();
        while (bytes[at] != '}') {
            int keyStart = at;
            int keyEnd = nameEnd(false);
            if (keyEnd == keyStart) {
                return ExpositionError.BAD_LABEL;
            }
            String key = ascii(keyEnd);
            if (!skip('=') || bytes[at] != '"') {
                return ExpositionError.BAD_LABEL;
            }
            at++;
            int valueStart = at;
            String value = value();
            if (into.putIfAbsent(key, value) != null) {
                at = keyStart;
                return ExpositionError.BAD_LABEL;
            }
            int invalid = Utf8.firstInvalid(bytes, valueStart, at - 1);
            if (invalid >= 0) {
                at = invalid;
                return ExpositionError.BAD_LABEL;
            }
            skipBlanks();
            if (bytes[at] != '}' && !skip(',')) {
                return ExpositionError.BAD_LABEL;
            }
        }
        return at == end - 1 ? ExpositionError.NONE : ExpositionError.SYNTAX;
    }

    /** The text up to the closing quote, after which {@code at} is. */
    private String value() {
        int from = at;
        boolean isEscaped = false;
        while (bytes[at] != '"') {
            if (bytes[at] == '\\') {
                isEscaped = true;
                at++;
            }
            at++;
        }
        String text = new String(bytes, from, at - from, UTF_8);
        at++;
        return isEscaped ? unescaped(text) : text;
    }

    /** As in Prometheus, a backslash before any other character is only a backslash. */
    private static String unescaped(String text) {
        StringBuilder plain = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            char next = i + 1 < text.length() ? text.charAt(i + 1) : 0;
            boolean isEscape = c == '\\' && (next == '\\' || next == '"' || next == 'n');
            plain.append(isEscape ? next == 'n' ? '\n' : next : c);
            i += isEscape ? 1 : 0;
        }
        return plain.toString();
    }

    private int nameEnd(boolean isMetric) {
        int to = at;
        while (to < end && isNamePart(bytes[to], isMetric, to == at)) {
            to++;
        }
        return to;
    }

    private static boolean isNamePart(byte b, boolean isMetric, boolean isFirst) {
        return (b >= 'a' && b <= 'z')
                || (b >= 'A' && b <= 'Z')
                || b == '_'
                || (isMetric && b == ':')
                || (!isFirst && b >= '0' && b <= '9');
    }

    private String ascii(int to) {
        String text = new String(bytes, at, to - at, UTF_8);
        at = to;
        return text;
    }

    /** Skips the character, and blanks around it. */
    private boolean skip(char expected) {
        skipBlanks();
        if (bytes[at] != expected) {
            return false;
        }
        at++;
        skipBlanks();
        return true;
    }

    private void skipBlanks() {
        at = Words.start(bytes, at, end);
    }

    int errorAt() {
        return at;
    }
}
