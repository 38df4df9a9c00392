package io.weir.gateway.flume;

import io.weir.gateway.intake.DatagramIntake;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.RefusalListener;
import io.weir.gateway.intake.spelling.LineSpeller;
import io.weir.gateway.intake.stamp.StampUnit;
import java.net.InetSocketAddress;
import java.net.SocketAddress;

/**
 * Consumes Flume events. Each becomes a line of a {@link LineIntake}, or is rejected there. Belongs
 * to one thread.
 */
public final class FlumeIntake implements DatagramIntake {
    private static final byte[] NONE = {};

    private final LineIntake lines;
    private final StampUnit unit;
    private final LineSpeller spelled = new LineSpeller(64 << 10);
    private final FlumeEvents events = new FlumeEvents(spelled, this::refuse);
    private byte[] bytes = NONE;
    private SocketAddress source = new InetSocketAddress(0);
    private long receivedNanos;

    /** Writes lines to {@code lines}; {@code unit} is the unit of the header {@code timestamp}. */
    public FlumeIntake(LineIntake lines, StampUnit unit) {
        this.lines = lines;
        this.unit = unit;
    }

    @Override
    public void datagram(byte[] bytes, int from, int to, SocketAddress source, long receivedNanos) {
        if (lines.countDatagram(to - from)) {
            events(bytes, from, to, source, receivedNanos);
        }
    }

    /**
     * Consumes the events of a request body, whose bytes the caller has counted. An event that is
     * not a metric is rejected alone.
     *
     * @return whether all of it was JSON
     */
    public boolean events(byte[] bytes, int from, int to, SocketAddress source, long receivedNanos) {
        this.bytes = bytes;
        this.source = source;
        this.receivedNanos = receivedNanos;
        spelled.clear();
        boolean isJson = events.read(bytes, from, to);
        this.bytes = NONE; // Releases a large body early.
        lines.lines(spelled.array(), 0, spelled.length(), unit, source, receivedNanos, RefusalListener.NONE);
        return isJson;
    }

    @Override
    public LineIntake lines() {
        return lines;
    }

    private void refuse(FlumeError error, int from, int to, int at) {
        lines.refuse(error.code(), bytes, from, to, at, source, receivedNanos);
    }
}
