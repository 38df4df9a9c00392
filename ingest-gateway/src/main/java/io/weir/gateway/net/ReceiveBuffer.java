package io.weir.gateway.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.DefaultMaxMessagesRecvByteBufAllocator;

/**
 * Provides one socket with the same buffer for every read, with room for several datagrams of the
 * maximum UDP size. No datagram is truncated, and none costs an allocation. The channel must pass
 * on all datagrams of a read before it reads again, and its handlers must release them immediately.
 */
@SuppressWarnings(
        "deprecation") // Netty deprecates Handle for callers; implementing it is the only way to provide the buffer.
final class ReceiveBuffer extends DefaultMaxMessagesRecvByteBufAllocator {
    /**
     * Slot size: above the largest payload (65 507 bytes over IPv4, 65 527 over IPv6), and an odd
     * number of KiB, so that datagrams do not all start on the same cache lines.
     */
    static final int SLOT_BYTES = 65 * 1024;

    private final ByteBuf buffer;

    ReceiveBuffer(ByteBufAllocator allocator, int slots, int maxMessagesPerRead) {
        super(maxMessagesPerRead);
        this.buffer = allocator.directBuffer(slots * SLOT_BYTES, slots * SLOT_BYTES);
    }

    /** Frees the memory. Call this once the channel is closed. */
    void release() {
        buffer.release();
    }

    @Override
    public Handle newHandle() {
        return new MaxMessageHandle() {
            @Override
            public int guess() {
                return buffer.capacity();
            }

            @Override
            public ByteBuf allocate(ByteBufAllocator allocator) {
                // A count above one means that a datagram of the last read is still retained. This
                // does not happen here, but is safe.
                return buffer.refCnt() == 1 ? buffer.clear().retain() : allocator.directBuffer(buffer.capacity());
            }
        };
    }
}
