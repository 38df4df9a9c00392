package io.weir.gateway.protobuf;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.WireFormat;
import java.io.IOException;

/** Tags of protobuf: the number of a field and how it is written. */
public final class Wire {
    private static final int TYPE_BITS = 3;

    private Wire() {}

    /** A text, a message, or packed numbers. */
    public static int message(int field) {
        return field << TYPE_BITS | WireFormat.WIRETYPE_LENGTH_DELIMITED;
    }

    public static int varint(int field) {
        return field << TYPE_BITS | WireFormat.WIRETYPE_VARINT;
    }

    public static int fixed32(int field) {
        return field << TYPE_BITS | WireFormat.WIRETYPE_FIXED32;
    }

    public static int fixed64(int field) {
        return field << TYPE_BITS | WireFormat.WIRETYPE_FIXED64;
    }

    /** Skips a field whose tag is unknown. */
    public static void skip(CodedInputStream in, int tag) throws IOException {
        if (!in.skipField(tag)) {
            throw new InvalidProtocolBufferException("a group ends that did not begin");
        }
    }
}
