package io.weir.gateway.otlp;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.WireFormat;
import java.io.IOException;

/**
 * Counts the parts of a request before it is read: its messages, and the texts of repeated fields.
 * Each becomes an object, so a small body could otherwise occupy much memory. Unknown fields, and
 * groups, which are unknown to OTLP, do not count, because the reader discards them.
 */
final class PartCount {
    /** Enough for 70 000 data points with six attributes. */
    static final int MOST = 1_000_000;

    /** As of protobuf's reader. */
    static final int MAX_DEPTH = 100;

    private int count;

    /** Counts one more, or fails. */
    void next() throws IOException {
        if (++count > MOST) {
            throw new IOException("more than " + MOST + " messages and texts within the request: send smaller batches");
        }
    }

    /** Counts the parts of a request in protobuf; {@code type} is its type. */
    void addAll(CodedInputStream in, Descriptor type) throws IOException {
        addAll(in, type, 1);
    }

    /** Whether each value of the field becomes a text or an array of bytes. */
    static boolean isText(FieldDescriptor field) {
        FieldDescriptor.JavaType type = field.getJavaType();
        return type == FieldDescriptor.JavaType.STRING || type == FieldDescriptor.JavaType.BYTE_STRING;
    }

    private void addAll(CodedInputStream in, Descriptor type, int depth) throws IOException {
        if (depth > MAX_DEPTH) {
            throw new IOException("more than " + MAX_DEPTH + " messages in each other");
        }
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            FieldDescriptor field = type.findFieldByNumber(WireFormat.getTagFieldNumber(tag));
            boolean isKnown = field != null && WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_LENGTH_DELIMITED;
            if (isKnown && field.getJavaType() == FieldDescriptor.JavaType.MESSAGE) {
                next();
                int limit = in.pushLimit(in.readRawVarint32());
                addAll(in, field.getMessageType(), depth + 1);
                in.popLimit(limit);
                continue;
            }
            if (isKnown && field.isRepeated() && isText(field)) {
                next();
            }
            in.skipField(tag);
        }
    }
}
