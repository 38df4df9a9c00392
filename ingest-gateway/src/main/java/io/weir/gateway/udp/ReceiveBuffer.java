package io.weir.gateway.udp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.DefaultMaxMessagesRecvByteBufAllocator;

/**
 * Gives one socket the same buffer for every read, with room for a batch of datagrams of the largest size that UDP knows: none can
 * be cut short, and none costs an allocation. To be used by a channel that passes on all datagrams of a read before it reads
 * again, to handlers that release them at once.
 */
@SuppressWarnings(
        "deprecation") // Netty's Handle is deprecated for callers; implementing it is the only way to be asked.
final class ReceiveBuffer extends DefaultMaxMessagesRecvByteBufAllocator {
    /**
     * A slot: above the largest payload (65 507 bytes over IPv4, 65 527 over IPv6), and odd in KiB, so that the beginnings of
     * datagrams do not all fall on the same lines of a cache.
     */
    static final int SLOT_BYTES = 65 * 1024;

    private final ByteBuf buffer;

    ReceiveBuffer(ByteBufAllocator allocator, int slots, int maxMessagesPerRead) {
        super(maxMessagesPerRead);
        this.buffer = allocator.directBuffer(slots * SLOT_BYTES, slots * SLOT_BYTES);
    }

    /** Gives the memory back; to be called once the channel is closed. */
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
                // A count above one means that a datagram of the last read is still held: never here, but never wrong
                // either.
                return buffer.refCnt() == 1 ? buffer.clear().retain() : allocator.directBuffer(buffer.capacity());
            }
        };
    }
}
