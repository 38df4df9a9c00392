package io.weir.gateway.listen;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketProtocolFamily;
import io.netty.channel.socket.nio.NioServerSocketChannel;

/** How Netty reaches the sockets of streams. */
public enum StreamTransport {
    /** Linux. */
    EPOLL {
        @Override
        IoHandlerFactory handlers() {
            return EpollIoHandler.newFactory();
        }

        @Override
        ServerBootstrap server(SocketProtocolFamily family) {
            return new ServerBootstrap().channelFactory(() -> new EpollServerSocketChannel(family));
        }
    },
    /** Everywhere. */
    NIO {
        @Override
        IoHandlerFactory handlers() {
            return NioIoHandler.newFactory();
        }

        @Override
        ServerBootstrap server(SocketProtocolFamily family) {
            return new ServerBootstrap().channel(NioServerSocketChannel.class);
        }
    };

    /** The fastest that this machine has. */
    public static StreamTransport best() {
        return Epoll.isAvailable() ? EPOLL : NIO;
    }

    abstract IoHandlerFactory handlers();

    abstract ServerBootstrap server(SocketProtocolFamily family);
}
