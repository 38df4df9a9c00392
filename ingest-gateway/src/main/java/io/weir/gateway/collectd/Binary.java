package io.weir.gateway.collectd;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Reads numbers from bytes. */
final class Binary {
    private static final VarHandle BIG_ENDIAN =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private Binary() {}

    static int unsigned16(byte[] bytes, int at) {
        return (bytes[at] & 0xff) << 8 | (bytes[at + 1] & 0xff);
    }

    static long bigEndian64(byte[] bytes, int at) {
        return (long) BIG_ENDIAN.get(bytes, at);
    }

    static double littleEndianDouble(byte[] bytes, int at) {
        return Double.longBitsToDouble(Long.reverseBytes(bigEndian64(bytes, at)));
    }
}
