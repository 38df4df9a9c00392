package io.weir.writer.store.clickhouse;

import io.weir.contract.line.FieldType;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A column of a table.
 *
 * @param type the server's name of the type
 * @param isKey whether the column is in the sorting key, as all tags are
 */
record Column(String name, String type, Kind kind, boolean isNullable, boolean isKey) {
    private static final Pattern NULLABLE = Pattern.compile("Nullable\\((.*)\\)");
    private static final Pattern LOW_CARDINALITY = Pattern.compile("LowCardinality\\((.*)\\)");

    /** The kind of values that the writer stores in the column. */
    enum Kind {
        STAMP,
        FLOAT,
        INTEGER,
        UNSIGNED,
        BOOLEAN,
        TEXT,
        /** An array of numbers, which the line has as a text. */
        FLOATS,
        /** Nothing. */
        OTHER
    }

    /** A column as the server lists it. */
    static Column of(String name, String type, boolean isKey) {
        String inner = inner(LOW_CARDINALITY, type);
        String plain = inner(NULLABLE, inner);
        return new Column(name, type, kind(plain), !plain.equals(inner), isKey);
    }

    /** Whether the column stores tags: a text that is always present. */
    boolean isTag() {
        return isKey && kind == Kind.TEXT && !isNullable;
    }

    /** Whether the column stores nanoseconds since 1970. */
    boolean isStamp() {
        return !isNullable && (kind == Kind.STAMP || kind == Kind.INTEGER);
    }

    /** Whether values of this type are stored unmodified. */
    boolean takes(FieldType field) {
        return switch (field) {
            case FLOAT -> kind == Kind.FLOAT;
            case INTEGER -> kind == Kind.INTEGER;
            case UNSIGNED -> kind == Kind.UNSIGNED;
            case BOOLEAN -> kind == Kind.BOOLEAN;
            case STRING -> kind == Kind.TEXT || kind == Kind.FLOATS;
        };
    }

    private static Kind kind(String type) {
        return switch (type) {
            case "Float64" -> Kind.FLOAT;
            case "Int64" -> Kind.INTEGER;
            case "UInt64" -> Kind.UNSIGNED;
            case "Bool", "UInt8" -> Kind.BOOLEAN;
            case "String" -> Kind.TEXT;
            case "Array(Float64)" -> Kind.FLOATS;
            default -> type.startsWith("DateTime64(9") ? Kind.STAMP : Kind.OTHER;
        };
    }

    private static String inner(Pattern wrapper, String type) {
        Matcher matcher = wrapper.matcher(type);
        return matcher.matches() ? matcher.group(1) : type;
    }
}
