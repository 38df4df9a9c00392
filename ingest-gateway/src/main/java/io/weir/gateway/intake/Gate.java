package io.weir.gateway.intake;

import io.weir.gateway.limit.AllowList;
import io.weir.gateway.limit.LineLimits;
import java.net.SocketAddress;

/**
 * Stands before what reads datagrams, of whatever protocol: keeps out those of senders that may not send, or have sent too much, and
 * those that are too long. Nothing is read of them but how many lines they are. Belongs to the thread of what it stands before.
 */
public final class Gate implements DatagramIntake {
    private final DatagramIntake behind;
    private final LineIntake lines;

    /** Before this one. */
    public Gate(DatagramIntake behind) {
        this.behind = behind;
        this.lines = behind.lines();
    }

    @Override
    public void datagram(byte[] bytes, int from, int to, SocketAddress source, long receivedNanos) {
        String reason = lines.keepsOut(source);
        if (AllowList.NOT_ALLOWED.equals(reason)) {
            countDatagram(to - from);
            lines.dropForbidden(behind.unreadLinesIn(bytes, from, to));
        } else if (reason != null) {
            countDatagram(to - from);
            lines.dropExcess(behind.linesIn(bytes, from, to), source);
        } else if (to - from > lines.limits().datagramBytes()) {
            countDatagram(to - from);
            behind.refuseAll(LineLimits.DATAGRAM_TOO_LONG, bytes, from, to, source, receivedNanos);
        } else {
            behind.datagram(bytes, from, to, source, receivedNanos);
        }
    }

    private void countDatagram(int length) {
        lines.counts().datagrams.increment();
        lines.counts().bytes.add(length);
    }

    @Override
    public LineIntake lines() {
        return lines;
    }
}
