package io.weir.gateway.intake;

import io.weir.gateway.intake.count.InternalErrors;
import io.weir.gateway.limit.AllowList;
import io.weir.gateway.limit.LineLimits;
import java.net.SocketAddress;

/**
 * Filters datagrams of any protocol before they reach the reader. Drops datagrams of senders that
 * are not allowed or exceed their budget, and rejects datagrams that are too long. Reads nothing of
 * these datagrams except the number of lines. Belongs to the thread of the reader.
 */
public final class Gate implements DatagramIntake {
    private final DatagramIntake behind;
    private final LineIntake lines;
    private final InternalErrors errors;

    /** A gate before the given reader. */
    public Gate(DatagramIntake behind) {
        this.behind = behind;
        this.lines = behind.lines();
        this.errors = new InternalErrors(lines.counts());
    }

    @Override
    public void datagram(byte[] bytes, int from, int to, SocketAddress source, long receivedNanos) {
        String reason = lines.keepsOut(source);
        if (AllowList.NOT_ALLOWED.equals(reason)) {
            lines.countDatagram(to - from);
            lines.dropForbidden(behind.unreadLinesIn(bytes, from, to));
        } else if (reason != null) {
            lines.countDatagram(to - from);
            lines.dropExcess(behind.linesIn(bytes, from, to), source);
        } else if (to - from > lines.limits().datagramBytes()) {
            lines.countDatagram(to - from);
            behind.refuseAll(LineLimits.DATAGRAM_TOO_LONG, bytes, from, to, source, receivedNanos);
        } else {
            takeIn(bytes, from, to, source, receivedNanos);
        }
    }

    /** Readers must not throw. If one does, the gate continues to receive. */
    private void takeIn(byte[] bytes, int from, int to, SocketAddress source, long receivedNanos) {
        try {
            behind.datagram(bytes, from, to, source, receivedNanos);
        } catch (RuntimeException e) {
            errors.add("a datagram", source, e);
        }
    }

    @Override
    public LineIntake lines() {
        return lines;
    }
}
