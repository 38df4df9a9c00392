package io.weir.gateway.remotewrite;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Builds a message of protobuf, field by field. */
final class Proto {
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

    Proto text(int field, String text) {
        return write(o -> o.writeByteArray(field, text.getBytes(UTF_8)));
    }

    Proto message(int field, Proto message) {
        return bytes(field, message.bytes());
    }

    Proto bytes(int field, byte[] value) {
        return write(o -> o.writeByteArray(field, value));
    }

    Proto integer(int field, long value) {
        return write(o -> o.writeInt64(field, value));
    }

    Proto signed(int field, int value) {
        return write(o -> o.writeSInt32(field, value));
    }

    Proto number(int field, double value) {
        return write(o -> o.writeDouble(field, value));
    }

    Proto packed(int field, int... values) {
        Proto all = new Proto();
        for (int value : values) {
            all.write(o -> o.writeUInt32NoTag(value));
        }
        return message(field, all);
    }

    Proto packedSigned(int field, long... values) {
        Proto all = new Proto();
        for (long value : values) {
            all.write(o -> o.writeSInt64NoTag(value));
        }
        return message(field, all);
    }

    Proto packedNumbers(int field, double... values) {
        Proto all = new Proto();
        for (double value : values) {
            all.write(o -> o.writeDoubleNoTag(value));
        }
        return message(field, all);
    }

    byte[] bytes() {
        write(CodedOutputStream::flush);
        return bytes.toByteArray();
    }
}
