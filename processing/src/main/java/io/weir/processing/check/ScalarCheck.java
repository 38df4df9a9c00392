package io.weir.processing.check;

import io.weir.contract.line.ArrayReader;
import io.weir.contract.line.FieldType;
import io.weir.contract.line.LineReader;
import io.weir.contract.rule.type.ScalarType;

/** Checks one value, or one element of an array, against a type. Immutable. */
sealed interface ScalarCheck permits ScalarCheck.Whole, ScalarCheck.Real, ScalarCheck.Other {

    /** Checks the value of a field. */
    TypeError value(LineReader line, int field);

    /** Checks the current element. */
    TypeError element(ArrayReader array);

    static ScalarCheck of(ScalarType type) {
        return switch (type) {
            case INT8 -> new Whole(Byte.MIN_VALUE, Byte.MAX_VALUE);
            case INT16 -> new Whole(Short.MIN_VALUE, Short.MAX_VALUE);
            case INT32 -> new Whole(Integer.MIN_VALUE, Integer.MAX_VALUE);
            case INT64 -> new Whole(Long.MIN_VALUE, Long.MAX_VALUE);
            case UINT8 -> new Whole(0, 0xff);
            case UINT16 -> new Whole(0, 0xffff);
            case UINT32 -> new Whole(0, 0xffff_ffffL);
            case UINT64 -> new Whole(0, -1L);
            case FLOAT32 -> new Real(true);
            case FLOAT64 -> new Real(false);
            case BOOLEAN -> new Other(FieldType.BOOLEAN, ArrayReader.Kind.BOOLEAN);
            case TEXT -> new Other(FieldType.STRING, ArrayReader.Kind.TEXT);
        };
    }

    /**
     * Integers of a range.
     *
     * @param least zero or negative
     * @param most as an unsigned number
     */
    record Whole(long least, long most) implements ScalarCheck {
        @Override
        public TypeError value(LineReader line, int field) {
            FieldType type = line.fieldType(field);
            if (type != FieldType.INTEGER && type != FieldType.UNSIGNED) {
                return TypeError.MISMATCH;
            }
            long value = line.longValue(field);
            boolean isNegative = type == FieldType.INTEGER && value < 0;
            boolean fits = isNegative ? value >= least : Long.compareUnsigned(value, most) <= 0;
            return fits ? TypeError.NONE : TypeError.OVERFLOW;
        }

        @Override
        public TypeError element(ArrayReader array) {
            if (array.kind() != ArrayReader.Kind.NUMBER || !array.isWhole()) {
                return TypeError.MISMATCH;
            }
            return array.isWithin(least, most) ? TypeError.NONE : TypeError.OVERFLOW;
        }
    }

    /** Floats. An array writes whole numbers as JSON does, without a point. */
    record Real(boolean isSingle) implements ScalarCheck {
        @Override
        public TypeError value(LineReader line, int field) {
            return line.fieldType(field) == FieldType.FLOAT ? fits(line.doubleValue(field)) : TypeError.MISMATCH;
        }

        @Override
        public TypeError element(ArrayReader array) {
            return array.kind() == ArrayReader.Kind.NUMBER ? fits(array.number()) : TypeError.MISMATCH;
        }

        /** Whether a number is in the range of the type. */
        TypeError fits(double value) {
            boolean isFinite = isSingle ? Float.isFinite((float) value) : Double.isFinite(value);
            return isFinite ? TypeError.NONE : TypeError.OVERFLOW;
        }
    }

    /** Booleans and texts. */
    record Other(FieldType type, ArrayReader.Kind kind) implements ScalarCheck {
        @Override
        public TypeError value(LineReader line, int field) {
            return line.fieldType(field) == type ? TypeError.NONE : TypeError.MISMATCH;
        }

        @Override
        public TypeError element(ArrayReader array) {
            return array.kind() == kind ? TypeError.NONE : TypeError.MISMATCH;
        }
    }
}
