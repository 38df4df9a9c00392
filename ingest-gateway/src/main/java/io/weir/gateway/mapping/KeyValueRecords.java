package io.weir.gateway.mapping;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.TextNode;
import java.io.ByteArrayOutputStream;

/**
 * Reads lines such as {@code a=1 b="x y"}. In quotes, a backslash escapes a quote or a backslash. A
 * key without a value is left out.
 */
final class KeyValueRecords implements TextRecords {
    private final TextRecord record = new TextRecord();
    private final ByteArrayOutputStream unescaped = new ByteArrayOutputStream();
    private byte[] bytes = {};
    private int at;
    private int end;

    @Override
    public void begin(byte[] bytes, int from, int to) {
        this.bytes = bytes;
        at = from;
        end = to;
    }

    @Override
    public TextRecord record() {
        return record;
    }

    @Override
    public boolean next() {
        at = skipBlanks(at, end);
        while (at < end && bytes[at] == '\n') {
            at = skipBlanks(at + 1, end);
        }
        if (at == end) {
            return false;
        }
        int newline = at;
        while (newline < end && bytes[newline] != '\n') {
            newline++;
        }
        record.begin(at);
        int last = newline;
        while (isBlank(bytes[last - 1])) {
            last--;
        }
        readPairs(at, last);
        record.end(bytes, last);
        at = newline;
        return true;
    }

    private void readPairs(int from, int to) {
        int next = from;
        while (next < to && record.error() == RecordError.NONE) {
            int equals = next;
            while (equals < to && bytes[equals] != '=' && !isBlank(bytes[equals])) {
                equals++;
            }
            if (equals == next || equals == to || bytes[equals] != '=') {
                record.wrong(RecordError.BROKEN_KEY_VALUE, next);
                return;
            }
            String name = TextRecord.text(bytes, next, equals);
            int value = equals + 1;
            boolean isQuoted = value < to && bytes[value] == '"';
            next = skipBlanks(isQuoted ? addQuoted(name, value, to) : addBare(name, value, to), to);
        }
    }

    private int addBare(String name, int from, int to) {
        int last = from;
        while (last < to && !isBlank(bytes[last])) {
            last++;
        }
        if (last > from) {
            record.add(name, new BareText(TextRecord.text(bytes, from, last)), from);
        }
        return last;
    }

    private int addQuoted(String name, int from, int to) {
        unescaped.reset();
        int next = from + 1;
        while (next < to && bytes[next] != '"') {
            boolean isEscape =
                    bytes[next] == '\\' && next + 1 < to && (bytes[next + 1] == '"' || bytes[next + 1] == '\\');
            next += isEscape ? 1 : 0;
            unescaped.write(bytes[next++]);
        }
        if (next == to || (next + 1 < to && !isBlank(bytes[next + 1]))) {
            record.wrong(RecordError.BROKEN_KEY_VALUE, from);
            return to;
        }
        record.add(name, TextNode.valueOf(unescaped.toString(UTF_8)), from);
        return next + 1;
    }

    private int skipBlanks(int from, int to) {
        int next = from;
        while (next < to && isBlank(bytes[next])) {
            next++;
        }
        return next;
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || b == '\t' || b == '\r';
    }
}
