package io.weir.writer.store.archive;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.line.FieldType;
import io.weir.writer.store.archive.parquet.Column;
import io.weir.writer.store.archive.parquet.Column.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The columns of a file. The name of a column depends on the name of its tag, or on the name and the type of its field,
 * and on nothing else: a query of several files never mixes two of them. Names differ in more than their capitals, which
 * many programs do not distinguish. The metadata say what each column is.
 */
final class ColumnNames {
    /** The column of timestamps. */
    static final String TIME = "time";

    static final String TAG = "tag ";
    static final String FIELD = "field ";
    /** The key of a column's meaning in the metadata, followed by its number. */
    static final String MEANING = "weir.column.";

    /** The names of directories are columns, too. */
    private static final Set<String> RESERVED = Set.of(TIME, "measurement", "day", "hour");

    private static final String CAPITALS = "_c";
    private static final Pattern ENDS_AS_CAPITALS = Pattern.compile(".*" + CAPITALS + "[0-9a-f]+", Pattern.DOTALL);
    private static final int ASCII = 0x80;
    private static final int BITS_PER_DIGIT = 4;

    private final List<Column> columns = new ArrayList<>();

    /** The time is the first column. */
    ColumnNames() {
        columns.add(new Column(TIME, Kind.TIME));
    }

    List<Column> columns() {
        return columns;
    }

    /** Adds a tag. */
    void tag(String name, Map<String, String> metadata) {
        add(ofTag(name), Kind.TEXT, TAG + name, metadata);
    }

    /** Adds the values of a field that have one type. */
    void field(String name, FieldType type, Map<String, String> metadata) {
        Kind kind =
                switch (type) {
                    case FLOAT -> Kind.FLOAT;
                    case INTEGER -> Kind.INTEGER;
                    case UNSIGNED -> Kind.UNSIGNED;
                    case BOOLEAN -> Kind.BOOLEAN;
                    case STRING -> Kind.TEXT;
                };
        add(ofField(name, type), kind, FIELD + name, metadata);
    }

    /** The column of a tag: its name, with the positions of capitals, such as {@code Host_c1}. */
    static String ofTag(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        boolean isTaken = RESERVED.contains(lower)
                || Arrays.stream(FieldType.values()).anyMatch(type -> lower.endsWith(ending(type)));
        return spelled(name, isTaken);
    }

    /** The column of a field: its name and type, such as {@code value_float}. */
    static String ofField(String name, FieldType type) {
        return spelled(name, false) + ending(type);
    }

    private void add(String name, Kind kind, String meaning, Map<String, String> metadata) {
        metadata.put(MEANING + columns.size(), meaning);
        columns.add(new Column(name, kind));
    }

    private static String ending(FieldType type) {
        return "_" + type.name().toLowerCase(Locale.ROOT);
    }

    /**
     * The name with an ending that says which of its letters are capitals.
     *
     * @param isTaken whether the name needs the ending without capitals, too
     */
    private static String spelled(String name, boolean isTaken) {
        String plain = plain(name);
        String capitals = capitals(plain);
        boolean isEnded = isTaken
                || !capitals.isEmpty()
                || ENDS_AS_CAPITALS.matcher(plain.toLowerCase(Locale.ROOT)).matches();
        return isEnded ? plain + CAPITALS + (capitals.isEmpty() ? "0" : capitals) : plain;
    }

    /** Capitals beyond ASCII are percent-encoded, because programs differ in what their small letters are. */
    private static String plain(String name) {
        StringBuilder plain = new StringBuilder();
        name.codePoints().forEach(c -> {
            if (c == '%' || (c >= ASCII && Character.toLowerCase(c) != c)) {
                for (byte each : Character.toString(c).getBytes(UTF_8)) {
                    plain.append('%').append(HexFormat.of().toHexDigits(each));
                }
            } else {
                plain.appendCodePoint(c);
            }
        });
        return plain.toString();
    }

    /** The positions of capitals in hexadecimal: bit n of digit m is letter 4 m + n. */
    private static String capitals(String plain) {
        StringBuilder digits = new StringBuilder();
        int zeros = 0;
        for (int from = 0; from < plain.length(); from += BITS_PER_DIGIT) {
            int digit = 0;
            for (int at = from; at < Math.min(plain.length(), from + BITS_PER_DIGIT); at++) {
                char c = plain.charAt(at);
                digit |= c >= 'A' && c <= 'Z' ? 1 << (at - from) : 0;
            }
            zeros = digit == 0 ? zeros + 1 : 0;
            digits.append(Character.forDigit(digit, 16));
        }
        return digits.substring(0, digits.length() - zeros);
    }
}
