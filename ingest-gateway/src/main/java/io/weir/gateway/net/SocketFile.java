package io.weir.gateway.net;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.epoll.EpollDomainDatagramChannel;
import io.netty.channel.unix.DomainSocketAddress;
import io.weir.contract.service.StartException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;

/** The file of a Unix socket: its permissions, and the handling of an existing file. */
final class SocketFile {
    private final Path path;
    private final String input;

    /** {@code input} names the input in errors. */
    SocketFile(Path path, String input) {
        this.path = path.toAbsolutePath();
        this.input = input;
    }

    DomainSocketAddress address() {
        return new DomainSocketAddress(path.toFile());
    }

    /**
     * Removes the file of a gateway that was killed.
     *
     * @throws StartException if a process listens on it, it is not a socket, or it cannot be
     *     removed
     */
    void removeStale(EventLoopGroup loops) {
        Path directory = path.getParent();
        if (directory != null && !Files.isDirectory(directory)) {
            throw mistake("its directory does not exist", "mkdir -p " + directory + ", or set another path");
        }
        try {
            if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
                refuseForeign(loops);
                Files.delete(path);
            }
        } catch (IOException e) {
            throw mistake("the existing file cannot be removed: " + e, "remove it, or set another path");
        }
    }

    private void refuseForeign(EventLoopGroup loops) throws IOException {
        boolean isSocket = Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                .isOther();
        if (!isSocket) {
            throw mistake("the existing file is not a socket", "remove it, or set another path");
        }
        if (isAlive(loops)) {
            throw mistake(
                    "another process receives there (ss -lxp names it)", "stop that process, or set another path");
        }
    }

    /** A connection to a datagram socket fails if no process has it open. */
    private boolean isAlive(EventLoopGroup loops) {
        ChannelFuture connected = new Bootstrap()
                .group(loops)
                .channel(EpollDomainDatagramChannel.class)
                .handler(new ChannelInboundHandlerAdapter())
                .connect(address())
                .awaitUninterruptibly();
        connected.channel().close().awaitUninterruptibly();
        return connected.isSuccess();
    }

    /** Sets the file mode, which determines who may send. */
    void allow(Set<PosixFilePermission> mode) {
        try {
            Files.setPosixFilePermissions(path, mode);
        } catch (IOException e) {
            throw mistake("its mode cannot be set: " + e, "set a path in a directory that the user owns");
        }
    }

    void remove() throws IOException {
        Files.deleteIfExists(path);
    }

    StartException mistake(String wrong, String remedy) {
        return new StartException("unix socket " + path + " of input " + input + " cannot be opened by user "
                + System.getProperty("user.name") + ": " + wrong + "; " + remedy);
    }
}
