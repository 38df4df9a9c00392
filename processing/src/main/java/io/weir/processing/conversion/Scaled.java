package io.weir.processing.conversion;

import io.weir.contract.line.FieldType;
import io.weir.contract.rule.Conversion;

/** Numbers in another unit, as floats. */
final class Scaled implements ValueConversion {
    private final double scale;
    private final double offset;
    private double number;

    Scaled(Conversion.Scaling scaling) {
        scale = scaling.scale();
        offset = scaling.offset();
    }

    @Override
    public Outcome convert(byte[] bytes, int from, int to, FieldType type, double value) {
        if (!type.isNumber()) {
            return Outcome.UNTOUCHED;
        }
        number = value * scale + offset;
        return Double.isFinite(number) ? Outcome.CONVERTED : Outcome.UNDEFINED;
    }

    @Override
    public String value() {
        return Double.toString(number);
    }

    @Override
    public FieldType type() {
        return FieldType.FLOAT;
    }

    @Override
    public double number() {
        return number;
    }
}
