package io.weir.gateway.tcp;

import io.netty.channel.EventLoop;
import io.weir.contract.line.LineError;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.Linger;
import io.weir.gateway.intake.RefusalListener;
import io.weir.gateway.intake.StampUnit;
import io.weir.gateway.limit.AllowList;
import io.weir.gateway.listen.StreamServer;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** What the connections of one event loop share: the intake, a place to put lines together, the flush that is due. */
@SuppressWarnings("FutureReturnValueIgnored") // The timer throws nothing, and ends with its event loop.
final class LineLoop implements LineFraming.Lines {
    /** Why the beginning of a line was refused: the connection broke, or we ended it. */
    static final String UNFINISHED = "unfinished-line";

    private static final long LOOK_FOR_ROOM_MILLIS = 10;

    private final EventLoop loop;
    private final Intakes intakes;
    private final LineIntake intake;
    private final StampUnit precision;
    private final int maxLineBytes;
    private final byte[] work;
    private SocketAddress source = new InetSocketAddress(0);
    private long receivedNanos;
    private final List<LineConnection> waiting = new ArrayList<>();
    private final Linger linger;
    private volatile boolean isEnding;

    LineLoop(EventLoop loop, Intakes intakes, StampUnit precision, int maxLineBytes) {
        this.loop = loop;
        this.intakes = intakes;
        this.intake = intakes.next(loop, precision);
        this.linger = new Linger(intake, loop, intakes.lingerNanos());
        this.precision = precision;
        this.maxLineBytes = maxLineBytes;
        this.work = new byte[maxLineBytes + StreamServer.READ_BYTES];
    }

    /** A framing for a new connection. */
    LineFraming framing() {
        return new LineFraming(maxLineBytes);
    }

    /** Room for an unfinished line and {@link StreamServer#READ_BYTES} behind it. */
    byte[] work() {
        return work;
    }

    /** Whose lines come now; they were received now. */
    void from(SocketAddress source) {
        this.source = source;
        this.receivedNanos = intakes.clock().nowNanos();
    }

    void countBytes(int bytes) {
        intakes.counts().bytes.add(bytes);
    }

    /** Whether nothing at all may come from this sender. */
    boolean keepsOut(SocketAddress from) {
        return AllowList.NOT_ALLOWED.equals(intake.keepsOut(from));
    }

    /** Whether more may be taken of this sender: there is room for it, and it has not sent more than it may; at the end, all. */
    boolean mayRead(SocketAddress from) {
        return isEnding || (intakes.handOff().hasRoom() && intake.keepsOut(from) == null);
    }

    @Override
    public void lines(byte[] bytes, int from, int to) {
        intake.lines(bytes, from, to, precision, source, receivedNanos, RefusalListener.NONE);
    }

    @Override
    public void tooLong(byte[] bytes, int from, int to) {
        intake.refuse(LineError.LINE_TOO_LONG.code(), bytes, from, to, to - 1, source, receivedNanos);
    }

    @Override
    public void unfinished(byte[] bytes, int from, int to) {
        intake.refuse(UNFINISHED, bytes, from, to, to, source, receivedNanos);
    }

    /** From now on connections end because we end them; for any thread. */
    void end() {
        isEnding = true;
    }

    boolean isEnding() {
        return isEnding;
    }

    /** Lets a connection that has stopped reading go on once it may. */
    void waitForRoom(LineConnection connection) {
        waiting.add(connection);
        if (waiting.size() == 1) {
            lookForRoomLater();
        }
    }

    private void lookForRoomLater() {
        loop.schedule(this::lookForRoom, LOOK_FOR_ROOM_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** One look for all: a thousand that wait cost no more than one while there is no room at all. */
    private void lookForRoom() {
        if (intakes.handOff().hasRoom()) {
            waiting.removeIf(LineConnection::goesOn);
        }
        if (!waiting.isEmpty()) {
            lookForRoomLater();
        }
    }

    /** Hands on what was gathered, soon. */
    void flushSoon() {
        linger.begin();
    }

    /** Takes what still waits for room, room or not, and hands on what was gathered, if this is its event loop. */
    void endOn(EventLoop any) {
        if (any == loop) {
            waiting.removeIf(LineConnection::goesOn);
            linger.end();
        }
    }
}
