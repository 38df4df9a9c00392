package io.weir.gateway.mapping;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.TextNode;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Reads comma-separated values (RFC 4180). After a wrong record, reading resumes after the first
 * newline that follows its start, because a quote may be missing; after several such records, the
 * rest of the message is refused as one, because each may be read to the end. An empty value without quotes and
 * a column without a name are left out. A line that repeats the names of the columns is skipped.
 */
final class CsvRecords implements TextRecords {
    /** Wrong records of a message that were read beyond their line. */
    private static final int MOST_BROKEN = 16;

    static final int MOST_COLUMNS = 10_000;

    private final TextRecord record = new TextRecord();
    private final ByteArrayOutputStream unescaped = new ByteArrayOutputStream();
    private final List<TextNode> values = new ArrayList<>();
    private final List<String> named;
    private final byte separator;
    private List<String> columns = List.of();
    private int[] places = new int[16];
    private byte[] bytes = {};
    private int at;
    private int end;
    private int broken;

    /** Without {@code columns}, the first line of each message names them. */
    CsvRecords(List<String> columns, char separator) {
        this.named = columns;
        this.separator = (byte) separator;
    }

    @Override
    public void begin(byte[] bytes, int from, int to) {
        this.bytes = bytes;
        at = from;
        end = to;
        broken = 0;
        columns = named;
    }

    @Override
    public TextRecord record() {
        return record;
    }

    @Override
    public boolean next() {
        while (readValues()) {
            boolean isGood = record.error() == RecordError.NONE;
            if (columns.isEmpty() && !(isGood && readHeader())) {
                // Without its columns, the message has no meaning. Another mistake counts before this one.
                record.wrong(RecordError.DUPLICATE, record.from());
                record.end(bytes, end);
                at = end;
                return true;
            }
            if (!isGood || !isHeader()) {
                fill();
                return true;
            }
        }
        return false;
    }

    /** Returns false if a name occurs twice. */
    private boolean readHeader() {
        columns = values.stream().map(TextNode::textValue).toList();
        List<String> names = columns.stream().filter(name -> !name.isEmpty()).toList();
        return names.stream().distinct().count() == names.size();
    }

    /** Reads the values of a record. Returns false at the end of the message. */
    private boolean readValues() {
        while (at < end && (bytes[at] == '\n' || bytes[at] == '\r')) {
            at++;
        }
        if (at == end) {
            return false;
        }
        record.begin(at);
        values.clear();
        int most = columns.isEmpty() ? MOST_COLUMNS : columns.size();
        int next = readValue(at);
        while (next < end && bytes[next] == separator && record.error() == RecordError.NONE) {
            if (values.size() == most) {
                record.wrong(RecordError.BROKEN_CSV, record.from());
            } else {
                next = readValue(next + 1);
            }
        }
        if (record.error() != RecordError.NONE) {
            next = resumeAfter(next);
        }
        int last = next > at && bytes[next - 1] == '\r' ? next - 1 : next;
        record.end(bytes, last);
        at = next;
        return true;
    }

    /** The end of a wrong record that was read up to an index. */
    private int resumeAfter(int read) {
        int newline = at;
        while (newline < end && bytes[newline] != '\n') {
            newline++;
        }
        broken += read > newline ? 1 : 0;
        return broken == MOST_BROKEN ? end : newline;
    }

    /** Reads a value. Returns the index of the separator or newline after it. */
    private int readValue(int from) {
        if (values.size() == places.length) {
            places = Arrays.copyOf(places, 2 * places.length);
        }
        places[values.size()] = from;
        if (from < end && bytes[from] == '"') {
            return readQuoted(from);
        }
        int next = from;
        while (next < end && bytes[next] != separator && bytes[next] != '\n') {
            next++;
        }
        boolean isLast = next == end || bytes[next] == '\n';
        int last = isLast && next > from && bytes[next - 1] == '\r' ? next - 1 : next;
        values.add(new BareText(TextRecord.text(bytes, from, last)));
        return next;
    }

    private int readQuoted(int from) {
        unescaped.reset();
        int next = from + 1;
        while (next < end && (bytes[next] != '"' || (next + 1 < end && bytes[next + 1] == '"'))) {
            next += bytes[next] == '"' ? 1 : 0;
            unescaped.write(bytes[next++]);
        }
        int after = next + 1;
        if (after < end && bytes[after] == '\r') {
            after++;
        }
        if (next >= end || (after < end && bytes[after] != separator && bytes[after] != '\n')) {
            record.wrong(RecordError.BROKEN_CSV, from);
            return Math.min(after, end);
        }
        values.add(TextNode.valueOf(unescaped.toString(UTF_8)));
        return after;
    }

    private boolean isHeader() {
        if (values.size() != columns.size()) {
            return false;
        }
        for (int i = 0; i < values.size(); i++) {
            if (!values.get(i).textValue().equals(columns.get(i))) {
                return false;
            }
        }
        return true;
    }

    private void fill() {
        if (values.size() != columns.size()) {
            record.wrong(RecordError.BROKEN_CSV, record.from());
        }
        for (int i = 0; i < values.size() && record.error() == RecordError.NONE; i++) {
            TextNode value = values.get(i);
            boolean isAbsent = value instanceof BareText && value.textValue().isEmpty();
            if (!isAbsent && !columns.get(i).isEmpty()) {
                record.add(columns.get(i), value, places[i]);
            }
        }
    }
}
