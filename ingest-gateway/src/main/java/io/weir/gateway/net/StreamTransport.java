package io.weir.gateway.net;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
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
        ServerChannel socket(SocketProtocolFamily family) {
            return new EpollServerSocketChannel(family);
        }
    },
    /** Any system. */
    NIO {
        @Override
        IoHandlerFactory handlers() {
            return NioIoHandler.newFactory();
        }

        @Override
        ServerChannel socket(SocketProtocolFamily family) {
            return new NioServerSocketChannel();
        }
    };

    /** The fastest available transport. */
    public static StreamTransport best() {
        return Epoll.isAvailable() ? EPOLL : NIO;
    }

    abstract IoHandlerFactory handlers();

    /** A socket that accepts connections, not bound yet. */
    abstract ServerChannel socket(SocketProtocolFamily family);

    ServerBootstrap server(SocketProtocolFamily family) {
        return new ServerBootstrap().channelFactory(() -> socket(family));
    }
}
