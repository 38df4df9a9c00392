package io.weir.writer.store.remotewrite;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.compression.Snappy;

/** Compresses messages into one buffer, in the block format of snappy. Used by one thread. */
final class SnappyBlock {
    private final Snappy snappy = new Snappy();
    private byte[] packed = new byte[1 << 12];

    /** Replaces the result by the compressed bytes at {@code [0, length)}; returns its length. */
    int compress(byte[] bytes, int length) {
        // The format's bound for data that cannot be compressed.
        int most = 32 + length + length / 6;
        if (packed.length < most) {
            packed = new byte[most];
        }
        ByteBuf out = Unpooled.wrappedBuffer(packed).clear();
        snappy.reset();
        snappy.encode(Unpooled.wrappedBuffer(bytes, 0, length), out, length);
        return out.writerIndex();
    }

    /** The array with the result, valid until the next call. */
    byte[] bytes() {
        return packed;
    }
}
