package io.weir.processing.derive;

import io.weir.contract.line.Decimals;
import io.weir.contract.line.FieldType;
import io.weir.contract.rule.metric.Conversion;

/** Converts numbers to another unit, as floats. */
final class Scaled implements ValueConversion {
    private final double scale;
    private final double offset;
    private final byte[] spelled = new byte[Decimals.MAX_LENGTH];
    private int length;
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
        if (!Double.isFinite(number)) {
            return Outcome.UNDEFINED;
        }
        length = Decimals.write(spelled, 0, number);
        return Outcome.CONVERTED;
    }

    @Override
    public byte[] value() {
        return spelled;
    }

    @Override
    public int length() {
        return length;
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
