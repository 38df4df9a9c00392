package io.weir.processing.derive;

import io.weir.contract.line.FieldType;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Codes of field types in saved histories. */
final class TypeCode {
    private TypeCode() {}

    static void write(FieldType type, DataOutput out) throws IOException {
        out.writeByte(
                switch (type) {
                    case FLOAT -> 'f';
                    case INTEGER -> 'i';
                    case UNSIGNED -> 'u';
                    case BOOLEAN -> 'b';
                    case STRING -> 's';
                });
    }

    static FieldType read(DataInput in) throws IOException {
        int code = in.readByte();
        return switch (code) {
            case 'f' -> FieldType.FLOAT;
            case 'i' -> FieldType.INTEGER;
            case 'u' -> FieldType.UNSIGNED;
            case 'b' -> FieldType.BOOLEAN;
            case 's' -> FieldType.STRING;
            default -> throw new IOException("unknown code of a field type: " + code);
        };
    }
}
