package io.weir.processing.check;

import io.weir.contract.line.ArrayReader;
import io.weir.contract.line.FieldType;
import io.weir.contract.line.LineReader;
import java.util.OptionalInt;

/** Checks arrays and each of their elements. */
final class ArrayCheck implements TypeCheck {
    private static final int ANY = -1;

    private final ScalarCheck each;
    private final int length;
    private final ArrayReader array = new ArrayReader();
    private int errorAt;

    ArrayCheck(ScalarCheck each, OptionalInt length) {
        this.each = each;
        this.length = length.orElse(ANY);
    }

    @Override
    public TypeError check(LineReader line, int field) {
        int from = line.valueStart(field);
        if (line.fieldType(field) != FieldType.STRING) {
            return refuse(TypeError.NOT_AN_ARRAY, from);
        }
        array.wrap(line.bytes(), from + 1, line.valueEnd(field) - 1);
        while (array.next()) {
            TypeError error = each.element(array);
            if (error != TypeError.NONE) {
                return refuse(error, array.start());
            }
        }
        if (array.isRefused()) {
            return refuse(TypeError.NOT_AN_ARRAY, array.errorAt());
        }
        return length == ANY || array.count() == length ? TypeError.NONE : refuse(TypeError.LENGTH, from);
    }

    private TypeError refuse(TypeError error, int at) {
        errorAt = at;
        return error;
    }

    @Override
    public int errorAt() {
        return errorAt;
    }
}
