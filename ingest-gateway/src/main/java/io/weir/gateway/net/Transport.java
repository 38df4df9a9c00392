package io.weir.gateway.net;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketProtocolFamily;
import io.netty.channel.socket.nio.NioDatagramChannel;

/** Netty transport for datagram sockets. */
enum Transport {
    /** Linux: several datagrams per system call, and several sockets on one port. */
    EPOLL {
        @Override
        IoHandlerFactory handlers() {
            return EpollIoHandler.newFactory();
        }

        @Override
        Bootstrap socket(SocketProtocolFamily family, boolean sharesPort) {
            return new Bootstrap()
                    .channelFactory(() -> new EpollDatagramChannel(family))
                    .option(EpollChannelOption.MAX_DATAGRAM_PAYLOAD_SIZE, ReceiveBuffer.SLOT_BYTES)
                    .option(EpollChannelOption.SO_REUSEPORT, sharesPort);
        }

        @Override
        RecvByteBufAllocator receiveInto(ReceiveBuffer buffer) {
            return buffer;
        }
    },
    /** Any system: one datagram per call, one socket. */
    NIO {
        @Override
        IoHandlerFactory handlers() {
            return NioIoHandler.newFactory();
        }

        @Override
        Bootstrap socket(SocketProtocolFamily family, boolean sharesPort) {
            return new Bootstrap().channelFactory(() -> new NioDatagramChannel(family));
        }

        @Override
        RecvByteBufAllocator receiveInto(ReceiveBuffer buffer) {
            // This channel collects the datagrams of a read before it passes them on, so they
            // cannot share a buffer.
            return new FixedRecvByteBufAllocator(ReceiveBuffer.SLOT_BYTES).maxMessagesPerRead(DATAGRAMS_GATHERED);
        }
    };

    private static final int DATAGRAMS_GATHERED = 16;

    static Transport best() {
        return Epoll.isAvailable() ? EPOLL : NIO;
    }

    abstract IoHandlerFactory handlers();

    /**
     * Creates sockets; {@code sharesPort} if other sockets of this gateway will be bound to the
     * same port.
     */
    abstract Bootstrap socket(SocketProtocolFamily family, boolean sharesPort);

    /** The allocator for received datagrams. */
    abstract RecvByteBufAllocator receiveInto(ReceiveBuffer buffer);
}
