package io.weir.gateway.otlp;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.WireFormat;
import io.weir.contract.line.Utf8;
import io.weir.gateway.protobuf.Place;
import java.io.IOException;

/**
 * Counts the parts of a request before it is read: its messages, and the texts of repeated fields.
 * Each may become an object, so a small body could otherwise occupy much memory. Unknown fields, and
 * groups, which are unknown to OTLP, do not count, because the reader discards them. In protobuf, also
 * checks what the reader would check.
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

    /** Whether each value of the field becomes a text or an array of bytes. */
    static boolean isText(FieldDescriptor field) {
        FieldDescriptor.JavaType type = field.getJavaType();
        return type == FieldDescriptor.JavaType.STRING || type == FieldDescriptor.JavaType.BYTE_STRING;
    }

    /**
     * Counts the parts of a request in protobuf.
     *
     * @return whether protobuf's reader is certain to accept the request
     */
    boolean addAll(byte[] body, int from, int to) throws IOException {
        return addAll(body, from, CodedInputStream.newInstance(body, from, to - from), MessageParts.REQUEST, 1);
    }

    private boolean addAll(byte[] body, int start, CodedInputStream in, MessageParts parts, int depth)
            throws IOException {
        if (depth > MAX_DEPTH) {
            throw new IOException("more than " + MAX_DEPTH + " messages in each other");
        }
        boolean isCertain = true;
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            MessageParts message = parts.message(tag);
            if (message != null) {
                next();
                int limit = in.pushLimit(in.readRawVarint32());
                isCertain &= addAll(body, start, in, message, depth + 1);
                in.popLimit(limit);
            } else {
                isCertain &= addField(body, start, in, parts.kind(tag), tag);
            }
        }
        return isCertain;
    }

    private boolean addField(byte[] body, int start, CodedInputStream in, MessageParts.Kind kind, int tag)
            throws IOException {
        return switch (kind) {
            case TEXT -> isUtf8(body, Place.skip(in, start));
            case REPEATED_TEXT -> {
                next();
                yield isUtf8(body, Place.skip(in, start));
            }
            case REPEATED_BYTES -> {
                next();
                yield in.skipField(tag);
            }
            case PACKED_FIXED64 -> Place.length(Place.skip(in, start)) % Long.BYTES == 0;
            case PACKED -> {
                int limit = in.pushLimit(in.readRawVarint32());
                while (!in.isAtEnd()) {
                    in.readRawVarint64();
                }
                in.popLimit(limit);
                yield true;
            }
            // The reader bounds the depth of groups together with that of messages.
            case OTHER, MESSAGE ->
                in.skipField(tag) && WireFormat.getTagWireType(tag) != WireFormat.WIRETYPE_START_GROUP;
        };
    }

    private static boolean isUtf8(byte[] body, long place) {
        return Utf8.firstInvalid(body, Place.from(place), Place.to(place)) < 0;
    }
}
