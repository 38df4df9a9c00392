package io.weir.writer.store.remotewrite;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.compression.Snappy;

/** Compresses messages into one buffer, in the block format of snappy. Used by one thread. */
final class SnappyBlock {
    /** Netty keeps places as 16 bits: it compresses longer pieces wrongly. */
    private static final int PIECE = Short.MAX_VALUE;

    private static final int BITS = 7;

    private final Snappy snappy = new Snappy();
    private final ByteBuf piece = Unpooled.buffer(mostOf(PIECE));
    private byte[] packed = new byte[1 << 12];
    private int packedLength;

    /** Replaces the result by the compressed bytes at {@code [0, length)}; returns its length. */
    int compress(byte[] bytes, int length) {
        if (packed.length < mostOf(length)) {
            packed = new byte[mostOf(length)];
        }
        packedLength = 0;
        appendLength(length);
        for (int from = 0; from < length; from += PIECE) {
            append(bytes, from, Math.min(PIECE, length - from));
        }
        return packedLength;
    }

    /** The array with the result, valid until the next call. */
    byte[] bytes() {
        return packed;
    }

    /** The format's bound for data that cannot be compressed, with some bytes for each piece. */
    private static int mostOf(int length) {
        return 32 + length + length / 6;
    }

    private void appendLength(int length) {
        int rest = length;
        for (; rest >= 1 << BITS; rest >>>= BITS) {
            packed[packedLength++] = (byte) (rest | 1 << BITS);
        }
        packed[packedLength++] = (byte) rest;
    }

    /** Appends a piece without its length. Places in it are relative, so pieces may follow others. */
    private void append(byte[] bytes, int from, int length) {
        piece.clear();
        snappy.reset();
        snappy.encode(Unpooled.wrappedBuffer(bytes, from, length), piece, length);
        int begins = 0;
        while (piece.getByte(begins) < 0) {
            begins++;
        }
        piece.readerIndex(begins + 1);
        int size = piece.readableBytes();
        piece.readBytes(packed, packedLength, size);
        packedLength += size;
    }
}
