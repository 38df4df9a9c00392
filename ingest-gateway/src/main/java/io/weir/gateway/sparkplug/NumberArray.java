package io.weir.gateway.sparkplug;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.weir.gateway.intake.spelling.LineText;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Spells an array of numbers as JSON, the text by which lines have arrays. Belongs to one thread. */
final class NumberArray {
    private final LineText text = new LineText(256);

    /** Takes little-endian numbers. Types without an array of numbers are refused. */
    SparkplugError take(byte[] bytes, int from, int to, int type) {
        text.clear();
        int width = width(type);
        if (width == 0 || (to - from) % width != 0) {
            return SparkplugError.BAD_TYPE;
        }
        ByteBuffer numbers = ByteBuffer.wrap(bytes, from, to - from).order(ByteOrder.LITTLE_ENDIAN);
        text.put('[');
        while (numbers.hasRemaining()) {
            if (text.length() > 1) {
                text.put(',');
            }
            if (!isSpelled(numbers, type)) {
                return SparkplugError.NOT_FINITE;
            }
        }
        text.put(']');
        return SparkplugError.NONE;
    }

    private static int width(int type) {
        return switch (type) {
            case MetricType.INT8_ARRAY, MetricType.UINT8_ARRAY -> Byte.BYTES;
            case MetricType.INT16_ARRAY, MetricType.UINT16_ARRAY -> Short.BYTES;
            case MetricType.INT32_ARRAY, MetricType.UINT32_ARRAY, MetricType.FLOAT_ARRAY -> Integer.BYTES;
            case MetricType.INT64_ARRAY, MetricType.UINT64_ARRAY, MetricType.DOUBLE_ARRAY, MetricType.DATE_TIME_ARRAY ->
                Long.BYTES;
            default -> 0;
        };
    }

    private boolean isSpelled(ByteBuffer numbers, int type) {
        switch (type) {
            case MetricType.INT8_ARRAY -> text.number((long) numbers.get());
            case MetricType.INT16_ARRAY -> text.number((long) numbers.getShort());
            case MetricType.INT32_ARRAY -> text.number((long) numbers.getInt());
            case MetricType.INT64_ARRAY, MetricType.DATE_TIME_ARRAY -> text.number(numbers.getLong());
            case MetricType.UINT8_ARRAY -> text.number((long) Byte.toUnsignedInt(numbers.get()));
            case MetricType.UINT16_ARRAY -> text.number((long) Short.toUnsignedInt(numbers.getShort()));
            case MetricType.UINT32_ARRAY -> text.number(Integer.toUnsignedLong(numbers.getInt()));
            case MetricType.UINT64_ARRAY -> text.unsigned(numbers.getLong());
            case MetricType.FLOAT_ARRAY -> {
                float number = numbers.getFloat();
                text.number(Float.isFinite(number) ? number : 0);
                return Float.isFinite(number);
            }
            default -> {
                double number = numbers.getDouble();
                text.number(Double.isFinite(number) ? number : 0);
                return Double.isFinite(number);
            }
        }
        return true;
    }

    static byte[] ascii(String text) {
        return text.getBytes(US_ASCII);
    }

    byte[] bytes() {
        return text.bytes();
    }

    int length() {
        return text.length();
    }
}
