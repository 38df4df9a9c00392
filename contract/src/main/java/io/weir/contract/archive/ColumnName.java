package io.weir.contract.archive;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.line.FieldType;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The tag or field of a column of a file. The name of the column depends only on the name of the tag, or on the name and
 * the type of the field, so a query of several files never mixes two of them. Two names never differ only in case, which
 * many programs ignore.
 *
 * @param name of the tag or the field
 * @param type of the field; empty for a tag
 */
public record ColumnName(String name, Optional<FieldType> type) {
    /** The column of timestamps. */
    public static final String TIME = "time";

    /** The names of directories are columns, too, and DuckDB has columns of its own. */
    private static final Set<String> RESERVED =
            Set.of(TIME, "measurement", "day", "hour", "file_index", "file_row_number");

    private static final String CAPITALS = "_c";
    private static final Pattern ENDS_AS_CAPITALS = Pattern.compile("(.*)" + CAPITALS + "[0-9a-f]+", Pattern.DOTALL);
    private static final int ASCII = 0x80;
    private static final int BITS_PER_DIGIT = 4;
    private static final int CODE = 3;

    /** Reads {@link #ofTag} or {@link #ofField}; anything for another name, and for {@link #TIME}. */
    public static ColumnName parse(String column) {
        Optional<FieldType> type = Arrays.stream(FieldType.values())
                .filter(each -> column.endsWith(ending(each)))
                .findFirst();
        String spelled = type.map(each ->
                        column.substring(0, column.length() - ending(each).length()))
                .orElse(column);
        Matcher ended = ENDS_AS_CAPITALS.matcher(spelled);
        return new ColumnName(decoded(ended.matches() ? ended.group(1) : spelled), type);
    }

    private static String decoded(String plain) {
        if (plain.indexOf('%') < 0) {
            return plain;
        }
        byte[] bytes = plain.getBytes(UTF_8);
        ByteArrayOutputStream decoded = new ByteArrayOutputStream();
        for (int at = 0; at < bytes.length; at++) {
            boolean isCode = bytes[at] == '%'
                    && at + CODE <= bytes.length
                    && HexFormat.isHexDigit(bytes[at + 1])
                    && HexFormat.isHexDigit(bytes[at + 2]);
            if (isCode) {
                decoded.write(HexFormat.fromHexDigit(bytes[at + 1]) << BITS_PER_DIGIT
                        | HexFormat.fromHexDigit(bytes[at + 2]));
                at += CODE - 1;
            } else {
                decoded.write(bytes[at]);
            }
        }
        return decoded.toString(UTF_8);
    }

    /** The column of a tag: its name, with the positions of capitals, such as {@code Host_c1}. */
    public static String ofTag(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        boolean isTaken = RESERVED.contains(lower)
                || Arrays.stream(FieldType.values()).anyMatch(type -> lower.endsWith(ending(type)));
        return spelled(name, isTaken);
    }

    /** The column of a field: its name and type, such as {@code value_float}. */
    public static String ofField(String name, FieldType type) {
        return spelled(name, false) + ending(type);
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

    /** Capitals beyond ASCII are percent-encoded, because programs disagree about their small letters. */
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
