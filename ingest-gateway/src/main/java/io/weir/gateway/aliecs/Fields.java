package io.weir.gateway.aliecs;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.WireFormat;
import java.io.IOException;

/**
 * The fields of a message of protobuf, one after the other. A field whose type is not the expected one is passed over,
 * as an unknown one. Belongs to one thread.
 */
final class Fields {
    private final CodedInputStream in;
    private int tag;
    private int at;
    private int unknown;

    /** Reads a part of the bytes. */
    Fields(byte[] bytes, int from, int to) {
        in = CodedInputStream.newInstance(bytes, from, to - from);
    }

    /** Reads the next field of a message. */
    interface Reader {
        void read(int field) throws IOException;
    }

    /** Calls the reader for each field, up to the end of the message. */
    void forEach(Reader reader) throws IOException {
        while (!in.isAtEnd()) {
            at = in.getTotalBytesRead();
            tag = in.readTag();
            reader.read(WireFormat.getTagFieldNumber(tag));
        }
    }

    /** Calls the reader for each field of the message in the current field. */
    void message(Reader reader) throws IOException {
        if (!has(WireFormat.WIRETYPE_LENGTH_DELIMITED)) {
            unknown();
            return;
        }
        int limit = in.pushLimit(in.readRawVarint32());
        forEach(reader);
        in.popLimit(limit);
    }

    /** The number in the current field, or {@code before} if it is not one. */
    long number(long before) throws IOException {
        if (has(WireFormat.WIRETYPE_VARINT)) {
            return in.readInt64();
        }
        unknown();
        return before;
    }

    /** The text in the current field, or {@code before} if it is not one. */
    String text(String before) throws IOException {
        if (has(WireFormat.WIRETYPE_LENGTH_DELIMITED)) {
            return in.readStringRequireUtf8();
        }
        unknown();
        return before;
    }

    /** Passes over the current field, which is known, but not used. */
    void skip() throws IOException {
        if (!in.skipField(tag)) {
            throw new InvalidProtocolBufferException("a group ends that did not begin");
        }
    }

    /** Passes over the current field and counts it. */
    void unknown() throws IOException {
        unknown++;
        skip();
    }

    private boolean has(int type) {
        return WireFormat.getTagWireType(tag) == type;
    }

    /** The index of the current field, from the start of the message. */
    int at() {
        return at;
    }

    /** The number of fields that were not known. */
    int unknownFields() {
        return unknown;
    }
}
