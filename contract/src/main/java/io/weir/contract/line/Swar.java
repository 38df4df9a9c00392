package io.weir.contract.line;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Processes eight bytes in one {@code long}; the lowest byte is the one at the lowest index. */
final class Swar {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;

    private Swar() {}

    /** The eight bytes at {@code at}, which must all lie in the array. */
    static long load(byte[] bytes, int at) {
        return (long) LONGS.get(bytes, at);
    }

    /** True if one of the eight bytes is not ASCII. */
    static boolean hasHighBit(long eight) {
        return (eight & HIGH_BITS) != 0;
    }

    /**
     * Zero if all eight bytes are above space or not ASCII; otherwise its lowest set bit is in the
     * first other byte.
     */
    static long atMostSpace(long eight) {
        return (eight - ONES * (' ' + 1)) & ~eight & HIGH_BITS;
    }

    /** The index (0 to 7) of the byte that holds the lowest set bit. */
    static int firstByte(long found) {
        return Long.numberOfTrailingZeros(found) >>> 3;
    }
}
