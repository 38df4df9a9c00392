package io.weir.gateway.net;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketProtocolFamily;
import io.netty.channel.socket.nio.NioServerSocketChannel;

/** Netty transport for stream sockets. */
public enum StreamTransport {
    /** Linux only. */
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
    /** Any system. */
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

    /** The fastest available transport. */
    public static StreamTransport best() {
        return Epoll.isAvailable() ? EPOLL : NIO;
    }

    abstract IoHandlerFactory handlers();

    abstract ServerBootstrap server(SocketProtocolFamily family);
}
