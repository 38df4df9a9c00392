package io.weir.gateway.net;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollDomainDatagramChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.weir.contract.service.StartException;
import io.weir.gateway.intake.DatagramIntake;
import io.weir.gateway.intake.Gate;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.count.InputCounts;
import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A Unix datagram socket with its own event loop and intake. While the kernel's queue is full,
 * senders block or get an error, so the kernel drops nothing. Opened and closed by one thread; any
 * thread may read the figures.
 */
public final class UnixReceiver implements Input {
    private static final Logger LOG = LoggerFactory.getLogger(UnixReceiver.class);
    private static final int MAX_MESSAGES_PER_READ = 256;
    /** How long {@link #close} reads the kernel's buffer. */
    private static final long DRAIN_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long QUIET_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final UnixSettings settings;
    private final InputCounts counts;
    private final SocketFile file;
    private final MultiThreadIoEventLoopGroup loops;
    private final LineIntake intake;
    private final Channel channel;

    private UnixReceiver(
            UnixSettings settings,
            Intakes intakes,
            Function<Executor, DatagramIntake> datagrams,
            SocketFile file,
            MultiThreadIoEventLoopGroup loops) {
        this.settings = settings;
        this.counts = intakes.counts();
        this.file = file;
        this.loops = loops;
        EventLoop loop = loops.next();
        file.removeStale(loops);
        Gate gate = new Gate(datagrams.apply(loop));
        intake = gate.lines();
        ChannelFuture bound = new Bootstrap()
                .group(loop)
                .channel(EpollDomainDatagramChannel.class)
                .option(
                        ChannelOption.RECVBUF_ALLOCATOR,
                        new FixedRecvByteBufAllocator(UnixHandler.MAX_DATAGRAM_BYTES)
                                .maxMessagesPerRead(MAX_MESSAGES_PER_READ))
                .handler(new UnixHandler(gate, intakes, loop, file.address()))
                .bind(file.address())
                .awaitUninterruptibly();
        if (bound.cause() != null) {
            throw file.mistake(bound.cause().toString(), "set a path in a directory that the user owns");
        }
        channel = bound.channel();
        file.allow(settings.mode());
    }

    /**
     * Opens the socket and receives from then on. Calls {@code datagrams} once, with its event loop.
     *
     * @throws StartException if this is not Linux, or the path is not usable
     */
    public static UnixReceiver open(
            UnixSettings settings, Intakes intakes, Function<Executor, DatagramIntake> datagrams) {
        String input = intakes.counts().input();
        if (!Epoll.isAvailable()) {
            throw new StartException("input " + input + " is a Unix datagram socket, which Weir supports only on Linux;"
                    + " disable it, and send to udp on 127.0.0.1");
        }
        MultiThreadIoEventLoopGroup loops = new MultiThreadIoEventLoopGroup(
                1, new DefaultThreadFactory("weir-gateway-" + input, true), EpollIoHandler.newFactory());
        try {
            return new UnixReceiver(settings, intakes, datagrams, new SocketFile(settings.path(), input), loops);
        } catch (RuntimeException e) {
            loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
            throw e;
        }
    }

    @Override
    public String listens() {
        return settings.path().toString();
    }

    /**
     * Removes the file, so that no new sender connects, reads the kernel's buffer, and hands over
     * all lines.
     */
    @Override
    public void close() {
        try {
            file.remove();
        } catch (IOException e) {
            LOG.warn("removing the socket file failed path={} reason={}", settings.path(), e.toString());
        }
        long deadlineNanos = System.nanoTime() + DRAIN_NANOS;
        long before = -1;
        while (counts.datagrams.sum() != before && System.nanoTime() - deadlineNanos < 0) {
            before = counts.datagrams.sum();
            LockSupport.parkNanos(QUIET_NANOS);
        }
        channel.close().syncUninterruptibly();
        channel.eventLoop().submit(intake::flush).syncUninterruptibly();
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }
}
