package io.weir.query.eval;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.query.series.Series;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;

/** A request of remote write 1.0. The block of Snappy has only literals. */
final class RemoteWriteBody {
    private static final int VARINT = 0;
    private static final int DOUBLE = 1;
    private static final int BYTES = 2;
    private static final int LITERAL = 60_000;

    private RemoteWriteBody() {}

    static byte[] of(List<Series> series) {
        ByteArrayOutputStream request = new ByteArrayOutputStream();
        for (Series each : series) {
            bytes(request, 1, timeSeries(each));
        }
        return snappy(request.toByteArray());
    }

    private static byte[] timeSeries(Series series) {
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        for (Map.Entry<String, String> each : series.labels().toMap().entrySet()) {
            ByteArrayOutputStream label = new ByteArrayOutputStream();
            bytes(label, 1, each.getKey().getBytes(UTF_8));
            bytes(label, 2, each.getValue().getBytes(UTF_8));
            bytes(message, 1, label.toByteArray());
        }
        for (int i = 0; i < series.stamps().length; i++) {
            ByteArrayOutputStream sample = new ByteArrayOutputStream();
            sample.write((1 << 3) | DOUBLE);
            long bits = Double.doubleToRawLongBits(series.values()[i]);
            sample.writeBytes(ByteBuffer.allocate(Long.BYTES)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putLong(bits)
                    .array());
            sample.write((2 << 3) | VARINT);
            varint(sample, series.stamps()[i]);
            bytes(message, 2, sample.toByteArray());
        }
        return message.toByteArray();
    }

    private static void bytes(ByteArrayOutputStream out, int field, byte[] value) {
        out.write((field << 3) | BYTES);
        varint(out, value.length);
        out.writeBytes(value);
    }

    private static void varint(ByteArrayOutputStream out, long value) {
        long rest = value;
        while (rest >= 128) {
            out.write((int) ((rest & 127) | 128));
            rest >>>= 7;
        }
        out.write((int) rest);
    }

    private static byte[] snappy(byte[] plain) {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        varint(block, plain.length);
        for (int at = 0; at < plain.length; at += LITERAL) {
            int length = Math.min(LITERAL, plain.length - at);
            block.write(61 << 2);
            block.write((length - 1) & 255);
            block.write((length - 1) >> 8);
            block.write(plain, at, length);
        }
        return block.toByteArray();
    }
}
