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

    /** Numbers of fields, as bits. */
    public static int fields(int... numbers) {
        int bits = 0;
        for (int number : numbers) {
            bits |= 1 << number;
        }
        return bits;
    }

    /**
     * Skips a field of a later version of the schema.
     *
     * @param known numbers of fields that the schema has: such a field is written as another type
     */
    public static void skipUnknown(CodedInputStream in, int tag, int known) throws IOException {
        int field = tag >>> TYPE_BITS;
        if (field < Integer.SIZE && (known >> field & 1) != 0) {
            throw new InvalidProtocolBufferException("field " + field + " has a wrong type");
        }
        skip(in, tag);
    }

    /** Skips a field whose tag is unknown. */
    public static void skip(CodedInputStream in, int tag) throws IOException {
        if (!in.skipField(tag)) {
            throw new InvalidProtocolBufferException("a group ends that did not begin");
        }
    }
}
