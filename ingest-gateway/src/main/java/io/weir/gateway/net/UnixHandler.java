package io.weir.gateway.net;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.EventLoop;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.unix.DomainDatagramPacket;
import io.weir.gateway.intake.DatagramIntake;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.intake.Linger;
import io.weir.gateway.limit.LineLimits;
import java.net.SocketAddress;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes the datagrams of one Unix socket to its intake and flushes the intake in time. Runs on its
 * event loop.
 */
final class UnixHandler extends SimpleChannelInboundHandler<DomainDatagramPacket> {
    /** Linux sends no larger datagram unless net.core.wmem_max is raised. */
    static final int MAX_DATAGRAM_BYTES = 256 << 10;

    private static final Logger LOG = LoggerFactory.getLogger(UnixHandler.class);

    private final DatagramIntake intake;
    private final Linger linger;
    private final Intakes intakes;
    private final SocketAddress source;
    private final byte[] datagram = new byte[MAX_DATAGRAM_BYTES];

    /** {@code source} is the address of the socket, because most senders have none of their own. */
    UnixHandler(DatagramIntake intake, Intakes intakes, EventLoop loop, SocketAddress source) {
        this.intake = intake;
        this.linger = new Linger(intake.lines(), loop, intakes.lingerNanos());
        this.intakes = intakes;
        this.source = source;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, DomainDatagramPacket packet) {
        ByteBuf content = packet.content();
        int length = content.readableBytes();
        content.getBytes(content.readerIndex(), datagram, 0, length);
        long receivedNanos = intakes.clock().nowNanos();
        if (length == MAX_DATAGRAM_BYTES) {
            // It may be truncated.
            intake.lines().countDatagram(length);
            intake.lines().refuse(LineLimits.DATAGRAM_TOO_LONG, datagram, 0, length, length - 1, source, receivedNanos);
        } else {
            intake.datagram(datagram, 0, length, source, receivedNanos);
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        linger.begin();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        LOG.warn("receive failed local={}", context.channel().localAddress(), cause);
    }
}
