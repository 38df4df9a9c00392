package io.weir.gateway.protobuf;

import com.google.protobuf.CodedInputStream;
import java.io.IOException;

/** A part of a body, as one number: where it begins and ends. */
public final class Place {
    private static final int SHIFT = 32;

    /** An empty part. */
    public static final long NOWHERE = 0;

    private Place() {}

    public static long of(int from, int to) {
        return (long) from << SHIFT | to;
    }

    public static int from(long place) {
        return (int) (place >> SHIFT);
    }

    public static int to(long place) {
        return (int) place;
    }

    public static int length(long place) {
        return to(place) - from(place);
    }

    public static boolean isEmpty(long place) {
        return length(place) == 0;
    }

    /**
     * Skips a text or message, whose length is next, and returns its place.
     *
     * @param start the index in the body at which {@code in} began
     */
    public static long skip(CodedInputStream in, int start) throws IOException {
        int length = in.readRawVarint32();
        int from = start + in.getTotalBytesRead();
        in.skipRawBytes(length);
        return of(from, from + length);
    }

    /** Begins to read a message at this place. */
    public static CodedInputStream open(byte[] body, long place) {
        return CodedInputStream.newInstance(body, from(place), length(place));
    }
}
