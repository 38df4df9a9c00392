package io.weir.gateway.collectd;

import io.weir.gateway.intake.DatagramIntake;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.RefusalListener;
import io.weir.gateway.intake.count.InputCounts;
import io.weir.gateway.intake.stamp.StampUnit;
import java.net.InetSocketAddress;
import java.net.SocketAddress;

/**
 * Consumes collectd packets and writes their values as lines to a {@link LineIntake}. Belongs to
 * one event loop.
 */
public final class CollectdIntake implements DatagramIntake {
    private final LineIntake lines;
    private final InputCounts counts;
    private final ProtectionCheck check;
    private SocketAddress source = InetSocketAddress.createUnresolved("nobody", 0);
    private long receivedNanos;

    /** {@code lines} belongs to the same event loop. */
    public CollectdIntake(LineIntake lines, Naming naming, TypesDb types, Protection protection) {
        this.lines = lines;
        this.counts = lines.counts();
        this.check = check(naming, types, protection);
    }

    @Override
    public void datagram(byte[] bytes, int from, int to, SocketAddress source, long receivedNanos) {
        if (!lines.countDatagram(to - from)) {
            return;
        }
        this.source = source;
        this.receivedNanos = receivedNanos;
        check.packet(bytes, from, to, receivedNanos);
    }

    @Override
    public LineIntake lines() {
        return lines;
    }

    private ProtectionCheck check(Naming naming, TypesDb types, Protection protection) {
        Outlet outlet = new Counted();
        return new ProtectionCheck(protection, new Content(naming, types, protection.window(), outlet), outlet);
    }

    private final class Counted implements Outlet {
        @Override
        public void lines(byte[] bytes, int length) {
            lines.lines(bytes, 0, length, StampUnit.NS, source, receivedNanos, RefusalListener.NONE);
        }

        @Override
        public void refuse(PacketError why, byte[] bytes, int from, int to, int at) {
            lines.refuse(why.code(), bytes, from, to, at, source, receivedNanos);
        }

        @Override
        public void note(String what, long count) {
            counts.warnings.add(what, count);
        }
    }
}
