package io.weir.gateway.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Builds a message of protobuf, field by field. */
public final class Proto {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final CodedOutputStream out = CodedOutputStream.newInstance(bytes);

    private interface Writing {
        void write(CodedOutputStream out) throws IOException;
    }

    private Proto write(Writing writing) {
        try {
            writing.write(out);
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Proto text(int field, String text) {
        return write(o -> o.writeByteArray(field, text.getBytes(UTF_8)));
    }

    public Proto message(int field, Proto message) {
        return bytes(field, message.bytes());
    }

    public Proto bytes(int field, byte[] value) {
        return write(o -> o.writeByteArray(field, value));
    }

    public Proto integer(int field, long value) {
        return write(o -> o.writeInt64(field, value));
    }

    public Proto signed(int field, int value) {
        return write(o -> o.writeSInt32(field, value));
    }

    public Proto number(int field, double value) {
        return write(o -> o.writeDouble(field, value));
    }

    public Proto packed(int field, int... values) {
        Proto all = new Proto();
        for (int value : values) {
            all.write(o -> o.writeUInt32NoTag(value));
        }
        return message(field, all);
    }

    public Proto packedSigned(int field, long... values) {
        Proto all = new Proto();
        for (long value : values) {
            all.write(o -> o.writeSInt64NoTag(value));
        }
        return message(field, all);
    }

    public Proto packedNumbers(int field, double... values) {
        Proto all = new Proto();
        for (double value : values) {
            all.write(o -> o.writeDoubleNoTag(value));
        }
        return message(field, all);
    }

    /** Any bytes after their length. */
    public static byte[] delimited(byte[] bytes) {
        return new Proto().write(o -> o.writeByteArrayNoTag(bytes)).bytes();
    }

    public byte[] bytes() {
        write(CodedOutputStream::flush);
        return bytes.toByteArray();
    }
}
