package io.weir.gateway.net;

import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.weir.contract.line.LineError;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.Linger;
import io.weir.gateway.intake.Mapping;
import io.weir.gateway.intake.count.InternalErrors;
import io.weir.gateway.limit.AllowList;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * State that the connections of one event loop share: the intake, a work buffer, the pending flush.
 */
@SuppressWarnings("FutureReturnValueIgnored") // The timer throws nothing, ends with its loop.
final class LineLoop implements LineFraming.Lines {
    /** Rejection reason for the start of a line: the connection broke, or the gateway closed it. */
    static final String UNFINISHED = "unfinished-line";

    private static final long LOOK_FOR_ROOM_MILLIS = 10;

    /** A connection that stopped reading because there was no room. */
    interface Waiting {
        /**
         * Consumes pending data and resumes reading while there is room. Returns whether it no
         * longer waits.
         */
        boolean goesOn();
    }

    private final EventLoop loop;
    private final Intakes intakes;
    private final LineIntake intake;
    private final Mapping mapping;
    private final InternalErrors errors;
    private final SenderReplies replies;
    private final TcpSettings settings;
    private final byte[] work;
    private SocketAddress source = new InetSocketAddress(0);
    private long receivedNanos;
    private final List<Waiting> waiting = new ArrayList<>();
    private final Linger linger;
    private volatile boolean isEnding;

    LineLoop(EventLoop loop, Intakes intakes, TcpSettings settings, Mapping.ReplyingFactory mapping) {
        this.loop = loop;
        this.intakes = intakes;
        this.intake = intakes.next(loop);
        this.linger = new Linger(intake, loop, intakes.lingerNanos());
        this.replies = new SenderReplies(intakes.counts().warnings);
        this.mapping = mapping.to(intake, replies);
        this.errors = new InternalErrors(intakes.counts());
        this.settings = settings;
        this.work = new byte[settings.maxLineBytes() + StreamServer.READ_BYTES];
    }

    /** A framing for a new connection. */
    LineFraming framing() {
        return new LineFraming(settings.maxLineBytes(), settings.hasStrings());
    }

    /**
     * Work buffer with room for an unfinished line and {@link StreamServer#READ_BYTES} after it.
     */
    byte[] work() {
        return work;
    }

    /** Sets the sender and the receive time of the following lines. */
    void from(Channel connection, SocketAddress source) {
        this.source = source;
        this.receivedNanos = intakes.clock().nowNanos();
        replies.begin(connection);
    }

    /** Sends the replies to these lines. Returns whether the mapping ends the connection. */
    boolean reply() {
        return replies.flush();
    }

    void countBytes(int bytes) {
        intakes.counts().bytes.add(bytes);
    }

    /** Whether this sender is not allowed. */
    boolean keepsOut(SocketAddress from) {
        return AllowList.NOT_ALLOWED.equals(intake.keepsOut(from));
    }

    /**
     * Whether to read more from this sender: there is room, and it is within its budget. At
     * shutdown always true.
     */
    boolean mayRead(SocketAddress from) {
        return isEnding || (intakes.queue().hasRoom() && intake.keepsOut(from) == null);
    }

    /** Mappings must not throw. If one does, its connection continues. */
    @Override
    public void lines(byte[] bytes, int from, int to) {
        try {
            mapping.messages(bytes, from, to, source, receivedNanos);
        } catch (RuntimeException e) {
            errors.add("a line", source, e);
        }
    }

    @Override
    public void tooLong(byte[] bytes, int from, int to) {
        intake.refuse(LineError.LINE_TOO_LONG.code(), bytes, from, to, to - 1, source, receivedNanos);
    }

    @Override
    public void unfinished(byte[] bytes, int from, int to) {
        intake.refuse(UNFINISHED, bytes, from, to, to, source, receivedNanos);
    }

    /** From now on, the gateway closes connections. Any thread may call this. */
    void end() {
        isEnding = true;
    }

    boolean isEnding() {
        return isEnding;
    }

    /** Resumes a connection that stopped reading, once there is room. */
    void waitForRoom(Waiting connection) {
        waiting.add(connection);
        if (waiting.size() == 1) {
            lookForRoomLater();
        }
    }

    private void lookForRoomLater() {
        loop.schedule(this::lookForRoom, LOOK_FOR_ROOM_MILLIS, TimeUnit.MILLISECONDS);
    }

    /**
     * One check for all: a thousand waiting connections cost no more than one while there is no
     * room.
     */
    private void lookForRoom() {
        if (intakes.queue().hasRoom()) {
            waiting.removeIf(Waiting::goesOn);
        }
        if (!waiting.isEmpty()) {
            lookForRoomLater();
        }
    }

    /** Flushes the buffered lines after the linger time. */
    void flushSoon() {
        linger.begin();
    }

    /** On its own event loop: consumes pending data regardless of room, and flushes. */
    void endOn(EventLoop any) {
        if (any == loop) {
            waiting.removeIf(Waiting::goesOn);
            linger.end();
        }
    }
}
