package io.weir.gateway.net;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.socket.SocketProtocolFamily;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.weir.contract.service.StartException;
import io.weir.gateway.intake.DatagramIntake;
import io.weir.gateway.intake.Gate;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.Intakes;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sockets on a UDP port, each with its own event loop and intake. The kernel distributes
 * senders over them. Opened and closed by one thread; any thread may read the figures.
 */
public final class UdpReceiver implements Input {
    private static final Logger LOG = LoggerFactory.getLogger(UdpReceiver.class);
    /** Maximum number of datagrams per system call. */
    private static final int SLOTS = 64;
    /** Number of datagrams after which a loop checks its timers. */
    static final int MAX_MESSAGES_PER_READ = 1024;
    /**
     * How long {@link #close} reads the kernel's buffers: some hundred thousand datagrams at worst.
     */
    private static final long DRAIN_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final UdpSettings settings;
    private final Transport transport;
    private final MultiThreadIoEventLoopGroup loops;
    private final List<Channel> channels = new ArrayList<>();
    private final List<DatagramIntake> intakes = new ArrayList<>();
    private final List<SocketDrops> drops = new ArrayList<>();
    private int receiveBufferBytes = Integer.MAX_VALUE;
    private int port;

    private UdpReceiver(UdpSettings settings, Transport transport, String input) {
        this.settings = settings;
        this.transport = transport;
        int sockets = transport == Transport.EPOLL ? settings.threads() : 1;
        this.loops = new MultiThreadIoEventLoopGroup(
                sockets, new DefaultThreadFactory("weir-gateway-" + input, true), transport.handlers());
    }

    /**
     * Opens the port and receives from then on. Calls {@code intake} once for each event loop.
     *
     * @throws StartException if the port or address is not usable
     */
    public static UdpReceiver open(UdpSettings settings, Intakes intakes, Function<Executor, DatagramIntake> intake) {
        return open(settings, Transport.best(), intakes, intake);
    }

    static UdpReceiver open(
            UdpSettings settings, Transport transport, Intakes intakes, Function<Executor, DatagramIntake> intake) {
        UdpReceiver receiver =
                new UdpReceiver(settings, transport, intakes.counts().input());
        try {
            receiver.openSockets(intakes, intake);
            return receiver;
        } catch (RuntimeException e) {
            receiver.shutdown();
            throw e;
        }
    }

    private void openSockets(Intakes shared, Function<Executor, DatagramIntake> intake) {
        InetSocketAddress address = ListenAddress.of(settings.host(), settings.port(), settings.mistake());
        int sockets = loops.executorCount();
        boolean sharesPort = sockets > 1;
        if (sharesPort) {
            address = portOfOurOwn(address);
        }
        for (int i = 0; i < sockets; i++) {
            EventLoop loop = loops.next();
            DatagramIntake loopIntake = new Gate(intake.apply(loop));
            ReceiveBuffer buffer = new ReceiveBuffer(UnpooledByteBufAllocator.DEFAULT, SLOTS, MAX_MESSAGES_PER_READ);
            Bootstrap socket = socket(address, sharesPort, loop)
                    .option(ChannelOption.RECVBUF_ALLOCATOR, transport.receiveInto(buffer))
                    .handler(new LoopHandler(loopIntake, shared, loop));
            Channel channel = bind(socket, address);
            channel.closeFuture().addListener(closed -> buffer.release());
            int effective = ReceiveBufferSize.raise(channel, settings.receiveBufferBytes());
            receiveBufferBytes = Math.min(receiveBufferBytes, effective);
            intakes.add(loopIntake);
            channels.add(channel);
            drops.add(SocketDrops.of(channel));
        }
        port = ((InetSocketAddress) channels.get(0).localAddress()).getPort();
        ReceiveBufferSize.check(
                settings.host() + ":" + port + "/udp", receiveBufferBytes, settings.receiveBufferBytes());
    }

    /**
     * Returns the address with a port that no other process uses, a free one for 0. Sockets that
     * share a port would otherwise share it, and half the data, with another gateway of the same
     * user.
     */
    private InetSocketAddress portOfOurOwn(InetSocketAddress address) {
        Bootstrap probe = socket(address, false, loops)
                .option(ChannelOption.AUTO_READ, false)
                .handler(new ChannelInboundHandlerAdapter());
        Channel channel = bind(probe, address);
        int port = ((InetSocketAddress) channel.localAddress()).getPort();
        channel.close().syncUninterruptibly();
        return new InetSocketAddress(address.getAddress(), port);
    }

    private Bootstrap socket(InetSocketAddress address, boolean sharesPort, EventLoopGroup group) {
        SocketProtocolFamily family =
                ListenAddress.isIpv6(address) ? SocketProtocolFamily.INET6 : SocketProtocolFamily.INET;
        return transport.socket(family, sharesPort).group(group);
    }

    private Channel bind(Bootstrap socket, InetSocketAddress address) {
        ChannelFuture bound = socket.bind(address).awaitUninterruptibly();
        if (bound.cause() != null) {
            throw settings.mistake().because(address.getAddress().getHostAddress(), address.getPort(), bound.cause());
        }
        return bound.channel();
    }

    @Override
    public String listens() {
        return settings.host() + ":" + port + "/udp sockets=" + channels.size() + " receive-buffer="
                + receiveBufferBytes;
    }

    @Override
    public OptionalInt port() {
        return OptionalInt.of(port);
    }

    @Override
    public int receiveBufferBytes() {
        return receiveBufferBytes;
    }

    @Override
    public List<LongSupplier> kernelDropsBySocket() {
        return drops.stream().map(socket -> (LongSupplier) socket::count).toList();
    }

    /**
     * Stops the arrival of datagrams, reads the kernel's buffers, closes the sockets, and hands
     * over all buffered lines. Each earlier datagram is then either received or counted among the
     * kernel's drops.
     */
    @Override
    public void close() {
        channels.forEach(Arrivals::end);
        readOut();
        for (int i = 0; i < channels.size(); i++) {
            DatagramIntake intake = intakes.get(i);
            Channel channel = channels.get(i);
            drops.get(i).end();
            channel.close().syncUninterruptibly();
            channel.eventLoop().submit(intake.lines()::flush).syncUninterruptibly();
        }
        shutdown();
    }

    private void readOut() {
        long deadlineNanos = System.nanoTime() + DRAIN_NANOS;
        KernelQueues queues = new KernelQueues(port);
        long waitingBytes = queues.waitingBytes();
        while (waitingBytes > 0 && System.nanoTime() - deadlineNanos < 0) {
            LockSupport.parkNanos(LOOK_AGAIN_NANOS);
            waitingBytes = queues.waitingBytes();
        }
        if (waitingBytes > 0) {
            LOG.warn(
                    "the input closed before it read all received datagrams local={} bytes={}",
                    listens(),
                    waitingBytes);
        }
    }

    private void shutdown() {
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }
}
