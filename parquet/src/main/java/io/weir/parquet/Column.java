package io.weir.parquet;

import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.IntType;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.NanoSeconds;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.StringType;
import org.apache.parquet.format.TimeUnit;
import org.apache.parquet.format.TimestampType;
import org.apache.parquet.format.Type;

/** A column of a file, by its name there. */
public record Column(String name, Kind kind) {
    private static final byte LONG_BITS = 64;

    /** The content of a column. Only the time has a value in each row. */
    public enum Kind {
        /** Nanoseconds since 1970, UTC. */
        TIME(Type.INT64),
        /** 64-bit floats. */
        FLOAT(Type.DOUBLE),
        /** Signed 64-bit integers. */
        INTEGER(Type.INT64),
        /** Unsigned 64-bit integers. */
        UNSIGNED(Type.INT64),
        /** True or false. */
        BOOLEAN(Type.BOOLEAN),
        /** UTF-8. */
        TEXT(Type.BYTE_ARRAY);

        private final Type physical;

        Kind(Type physical) {
            this.physical = physical;
        }

        Type physical() {
            return physical;
        }

        /** Whether each row has a value. */
        boolean isRequired() {
            return this == TIME;
        }
    }

    /** The column's declaration in a file. */
    SchemaElement element() {
        SchemaElement element = new SchemaElement(name);
        element.setType(kind.physical);
        element.setRepetition_type(kind.isRequired() ? FieldRepetitionType.REQUIRED : FieldRepetitionType.OPTIONAL);
        switch (kind) {
            // Not "adjusted to UTC": DuckDB 1.4 cuts such times to microseconds.
            case TIME ->
                element.setLogicalType(
                        LogicalType.TIMESTAMP(new TimestampType(false, TimeUnit.NANOS(new NanoSeconds()))));
            case INTEGER -> {
                element.setConverted_type(ConvertedType.INT_64);
                element.setLogicalType(LogicalType.INTEGER(new IntType(LONG_BITS, true)));
            }
            case UNSIGNED -> {
                element.setConverted_type(ConvertedType.UINT_64);
                element.setLogicalType(LogicalType.INTEGER(new IntType(LONG_BITS, false)));
            }
            case TEXT -> {
                element.setConverted_type(ConvertedType.UTF8);
                element.setLogicalType(LogicalType.STRING(new StringType()));
            }
            case FLOAT, BOOLEAN -> {
                // The physical type says it all.
            }
        }
        return element;
    }

    /** Reads a declaration that {@link #element} has made. */
    static Column of(SchemaElement element) {
        return new Column(element.getName(), kind(element));
    }

    private static Kind kind(SchemaElement element) {
        return switch (element.getType()) {
            case DOUBLE -> Kind.FLOAT;
            case BOOLEAN -> Kind.BOOLEAN;
            case BYTE_ARRAY -> Kind.TEXT;
            default -> {
                if (element.getLogicalType().isSetTIMESTAMP()) {
                    yield Kind.TIME;
                }
                yield element.getLogicalType().getINTEGER().isIsSigned() ? Kind.INTEGER : Kind.UNSIGNED;
            }
        };
    }
}
