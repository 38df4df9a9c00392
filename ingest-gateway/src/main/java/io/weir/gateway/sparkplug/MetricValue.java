package io.weir.gateway.sparkplug;

import io.weir.contract.line.Utf8;
import io.weir.gateway.intake.spelling.LineSpeller;

/** The value of a metric, checked against its type. Reused for the next one. Belongs to one thread. */
final class MetricValue {
    private static final byte[] TRUE = {'t', 'r', 'u', 'e'};
    private static final byte[] FALSE = {'f', 'a', 'l', 's', 'e'};

    private final NumberArray array = new NumberArray();
    private Kind kind = Kind.INTEGER;
    private long number;
    private double real;
    private byte[] text = {};
    private int textFrom;
    private int textTo;

    private enum Kind {
        INTEGER,
        UNSIGNED,
        FLOAT,
        DOUBLE,
        BOOLEAN,
        TEXT
    }

    /** Takes the value of a metric that has one. */
    SparkplugError take(Metric metric, int type) {
        return switch (type) {
            case MetricType.INT8 -> signed(metric, Byte.SIZE);
            case MetricType.INT16 -> signed(metric, Short.SIZE);
            case MetricType.INT32 -> signed(metric, Integer.SIZE);
            case MetricType.INT64, MetricType.DATE_TIME -> signed(metric, Long.SIZE);
            case MetricType.UINT8 -> unsigned(metric, Byte.SIZE);
            case MetricType.UINT16 -> unsigned(metric, Short.SIZE);
            case MetricType.UINT32 -> unsigned(metric, Integer.SIZE);
            case MetricType.UINT64 -> unsigned(metric, Long.SIZE);
            case MetricType.FLOAT, MetricType.DOUBLE -> real(metric);
            case MetricType.BOOLEAN -> logical(metric);
            case MetricType.STRING, MetricType.TEXT, MetricType.UUID -> text(metric);
            default -> array(metric, type);
        };
    }

    /** Senders write negative numbers with the sign of 8, 16, 32 or 64 bits. */
    private SparkplugError signed(Metric metric, int bits) {
        kind = Kind.INTEGER;
        number = metric.number();
        if (metric.form() != Metric.Form.INT && metric.form() != Metric.Form.LONG) {
            return SparkplugError.BAD_TYPE;
        }
        int unused = Long.SIZE - bits;
        long extended = number << unused >> unused;
        boolean isCut = number != extended && (bits == Long.SIZE || number >>> bits != 0);
        number = extended;
        return isCut ? SparkplugError.BAD_TYPE : SparkplugError.NONE;
    }

    private SparkplugError unsigned(Metric metric, int bits) {
        kind = Kind.UNSIGNED;
        if (metric.form() == Metric.Form.INT) {
            number = Integer.toUnsignedLong((int) metric.number());
        } else if (metric.form() == Metric.Form.LONG) {
            number = metric.number();
        } else {
            return SparkplugError.BAD_TYPE;
        }
        return bits == Long.SIZE || number >>> bits == 0 ? SparkplugError.NONE : SparkplugError.BAD_TYPE;
    }

    private SparkplugError real(Metric metric) {
        kind = metric.form() == Metric.Form.FLOAT ? Kind.FLOAT : Kind.DOUBLE;
        real = metric.real();
        if (metric.form() != Metric.Form.FLOAT && metric.form() != Metric.Form.DOUBLE) {
            return SparkplugError.BAD_TYPE;
        }
        return Double.isFinite(real) ? SparkplugError.NONE : SparkplugError.NOT_FINITE;
    }

    private SparkplugError logical(Metric metric) {
        kind = Kind.BOOLEAN;
        number = metric.number();
        return metric.form() == Metric.Form.BOOLEAN ? SparkplugError.NONE : SparkplugError.BAD_TYPE;
    }

    private SparkplugError text(Metric metric) {
        kind = Kind.TEXT;
        text = metric.bytes();
        textFrom = metric.valueFrom();
        textTo = metric.valueTo();
        if (metric.form() != Metric.Form.STRING) {
            return SparkplugError.BAD_TYPE;
        }
        return Utf8.firstInvalid(text, textFrom, textTo) < 0 ? SparkplugError.NONE : SparkplugError.BAD_TEXT;
    }

    private SparkplugError array(Metric metric, int type) {
        kind = Kind.TEXT;
        SparkplugError error = metric.form() == Metric.Form.BYTES
                ? array.take(metric.bytes(), metric.valueFrom(), metric.valueTo(), type)
                : SparkplugError.BAD_TYPE;
        text = array.bytes();
        textFrom = 0;
        textTo = array.length();
        return error;
    }

    /** Whether the value may be long, or refused for its characters. */
    boolean isText() {
        return kind == Kind.TEXT;
    }

    /** Ends a field with the value. */
    void write(LineSpeller line) {
        switch (kind) {
            case INTEGER -> line.value(number);
            case UNSIGNED -> unsigned(line);
            case FLOAT -> line.value((float) real);
            case DOUBLE -> line.value(real);
            case BOOLEAN -> {
                byte[] word = number == 0 ? FALSE : TRUE;
                line.verbatim(word, 0, word.length);
            }
            case TEXT -> line.text(text, textFrom, textTo);
        }
    }

    private void unsigned(LineSpeller line) {
        if (number >= 0) {
            line.value(number);
        } else { // Beyond what an integer with a sign holds.
            byte[] digits = NumberArray.ascii(Long.toUnsignedString(number) + 'u');
            line.verbatim(digits, 0, digits.length);
        }
    }
}
