package io.weir.writer.store.clickhouse;

import io.weir.contract.line.FieldType;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The types of new columns, by the server's version.
 *
 * @param isModern whether the server has DateTime64, LowCardinality, codecs and TTL
 * @param hasBool whether the server has the type Bool, and collects inserts by default
 */
record Dialect(boolean isModern, boolean hasBool) {
    private static final Pattern VERSION = Pattern.compile("(\\d{1,4})\\.(\\d{1,4})\\..*");
    private static final int MODERN = version(20, 1);
    private static final int BOOL = version(21, 12);

    /** The dialect of a server, by the text of its version; empty if it is not a version. */
    static Optional<Dialect> of(String version) {
        Matcher matcher = VERSION.matcher(version);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        int number = version(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
        return Optional.of(new Dialect(number >= MODERN, number >= BOOL));
    }

    /** Nanoseconds since 1970 in both types, which have the same bytes. */
    String timestampType() {
        return isModern ? "DateTime64(9, 'UTC') CODEC(Delta, ZSTD)" : "Int64";
    }

    /** Months: an insert may have at most 100 partitions, and late lines may be of many days. */
    String partition() {
        return isModern ? "toYYYYMM(timestamp)" : "toYYYYMM(toDateTime(intDiv(timestamp, 1000000000)))";
    }

    String tagType() {
        return isModern ? "LowCardinality(String)" : "String";
    }

    String fieldType(FieldType type) {
        String codec =
                switch (type) {
                    case INTEGER, UNSIGNED -> "Delta, ZSTD";
                    // Gorilla makes floats larger (decision 21).
                    case FLOAT, BOOLEAN, STRING -> "ZSTD";
                };
        return "Nullable(" + typeName(type) + ")" + (isModern ? " CODEC(" + codec + ")" : "");
    }

    /** The clause of a table whose rows are deleted after some days. */
    String retention(int days) {
        return " TTL toDateTime(timestamp) + INTERVAL " + days + " DAY";
    }

    /** Settings of an insert: the server must not collect inserts, which are large already. */
    String settings() {
        return hasBool ? "SETTINGS async_insert = 0 " : "";
    }

    private String typeName(FieldType type) {
        return switch (type) {
            case FLOAT -> "Float64";
            case INTEGER -> "Int64";
            case UNSIGNED -> "UInt64";
            case BOOLEAN -> hasBool ? "Bool" : "UInt8";
            case STRING -> "String";
        };
    }

    private static int version(int year, int release) {
        return year * 10_000 + release;
    }
}
