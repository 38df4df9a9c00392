package io.weir.gateway.otlp;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.WireFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Writes messages again as other writers may write them: fields in another order or twice, and fields
 * of other messages of the same type, which protobuf's reader merges, unknown fields, texts that are
 * not UTF-8, and cut numbers.
 */
final class UnusualWire {
    private static final int UNKNOWN_FIELD = 77;

    private final Random random;
    /** All fields of each type so far. */
    private final Map<Descriptor, List<byte[]>> earlier = new HashMap<>();

    UnusualWire(Random random) {
        this.random = random;
    }

    byte[] written(byte[] message, Descriptor type) throws IOException {
        CodedInputStream in = CodedInputStream.newInstance(message);
        List<byte[]> fields = new ArrayList<>();
        List<byte[]> all = earlier.computeIfAbsent(type, unused -> new ArrayList<>());
        while (!in.isAtEnd()) {
            int from = in.getTotalBytesRead();
            int tag = in.readTag();
            if (isDelimited(tag)) {
                fields.add(delimited(tag, in.readByteArray(), type));
            } else {
                in.skipField(tag);
                fields.add(Arrays.copyOfRange(message, from, in.getTotalBytesRead()));
            }
            all.add(fields.get(fields.size() - 1));
            if (random.nextInt(40) == 0) {
                List<byte[]> others = random.nextBoolean() ? fields : all;
                fields.add(others.get(random.nextInt(others.size())));
            }
            if (random.nextInt(40) == 0 && isDelimited(tag)) {
                fields.add(new byte[] {(byte) tag, 0}); // Empty; tags of OTLP have one byte.
            }
        }
        if (random.nextInt(40) == 0) {
            fields.add(unknown());
        }
        if (random.nextInt(3) == 0) {
            Collections.shuffle(fields, random);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (byte[] field : fields) {
            bytes.writeBytes(field);
        }
        return bytes.toByteArray();
    }

    private byte[] delimited(int tag, byte[] content, Descriptor type) throws IOException {
        byte[] written = content;
        FieldDescriptor field = type.findFieldByNumber(WireFormat.getTagFieldNumber(tag));
        if (field != null && field.getJavaType() == FieldDescriptor.JavaType.MESSAGE) {
            written = written(content, field.getMessageType());
        } else if (content.length > 0 && random.nextInt(2_000) == 0) {
            written[0] = (byte) 0xff; // No text begins so.
        } else if (content.length > 0 && random.nextInt(500) == 0) {
            written = Arrays.copyOf(content, content.length - 1); // A part of a number.
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        CodedOutputStream out = CodedOutputStream.newInstance(bytes);
        out.writeUInt32NoTag(tag);
        out.writeByteArrayNoTag(written);
        out.flush();
        return bytes.toByteArray();
    }

    private static boolean isDelimited(int tag) {
        return WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_LENGTH_DELIMITED;
    }

    private byte[] unknown() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        CodedOutputStream out = CodedOutputStream.newInstance(bytes);
        switch (random.nextInt(3)) {
            case 0 -> out.writeInt64(UNKNOWN_FIELD, random.nextLong());
            case 1 -> out.writeBytes(UNKNOWN_FIELD, ByteString.copyFromUtf8("x"));
            default -> {
                // Groups and messages together may be too deep.
                int depth = random.nextBoolean() ? 1 : PartCount.MAX_DEPTH - random.nextInt(8);
                for (int i = 0; i < depth; i++) {
                    out.writeTag(UNKNOWN_FIELD, WireFormat.WIRETYPE_START_GROUP);
                }
                for (int i = 0; i < depth; i++) {
                    out.writeTag(UNKNOWN_FIELD, WireFormat.WIRETYPE_END_GROUP);
                }
            }
        }
        out.flush();
        return bytes.toByteArray();
    }
}
