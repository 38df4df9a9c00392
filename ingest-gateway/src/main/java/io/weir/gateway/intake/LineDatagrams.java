package io.weir.gateway.intake;

import io.weir.gateway.intake.stamp.StampUnit;
import io.weir.gateway.limit.LineCount;
import java.net.SocketAddress;

/** Datagrams of line protocol, with many lines each. Belongs to the thread of its intake. */
public final class LineDatagrams implements DatagramIntake {
    private final LineCount lineCount = new LineCount();
    private final LineIntake lines;
    private final StampUnit unit;

    /** {@code unit} is the unit of the timestamps. */
    public LineDatagrams(LineIntake lines, StampUnit unit) {
        this.lines = lines;
        this.unit = unit;
    }

    @Override
    public void datagram(byte[] bytes, int from, int to, SocketAddress source, long receivedNanos) {
        if (lines.countDatagram(to - from)) {
            lines.lines(bytes, from, to, unit, source, receivedNanos, RefusalListener.NONE);
        }
    }

    @Override
    public int linesIn(byte[] bytes, int from, int to) {
        return lineCount.of(bytes, from, to);
    }

    @Override
    public int unreadLinesIn(byte[] bytes, int from, int to) {
        return LineCount.ofUnread(bytes, from, to);
    }

    @Override
    public void refuseAll(String reason, byte[] bytes, int from, int to, SocketAddress source, long receivedNanos) {
        lines.refuseAll(reason, bytes, from, to, source, receivedNanos);
    }

    @Override
    public LineIntake lines() {
        return lines;
    }
}
