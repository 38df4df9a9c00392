package io.weir.gateway.remotewrite;

import com.google.protobuf.CodedInputStream;
import java.io.IOException;

/** A part of the body, as one number: where it begins and ends. */
final class Place {
    private static final int SHIFT = 32;

    /** An empty part. */
    static final long NOWHERE = 0;

    private Place() {}

    static long of(int from, int to) {
        return (long) from << SHIFT | to;
    }

    static int from(long place) {
        return (int) (place >> SHIFT);
    }

    static int to(long place) {
        return (int) place;
    }

    static boolean isEmpty(long place) {
        return from(place) == to(place);
    }

    /**
     * Skips a text or message, whose length is next, and returns its place.
     *
     * @param start the index in the body at which {@code in} began
     */
    static long skip(CodedInputStream in, int start) throws IOException {
        int length = in.readRawVarint32();
        int from = start + in.getTotalBytesRead();
        in.skipRawBytes(length);
        return of(from, from + length);
    }
}
