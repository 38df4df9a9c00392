package io.weir.gateway.net;

import io.netty.channel.ChannelPipeline;
import io.netty.handler.timeout.IdleStateHandler;
import io.weir.contract.service.StartException;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.intake.Mapping;
import io.weir.gateway.intake.count.InputCounts;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * The TCP input for messages that end at a newline. Opened and closed by one thread; any thread may read the
 * figures.
 */
public final class TcpInput implements Input {
    /** How long {@link #close} reads data in flight. */
    private static final long DRAIN_NANOS = TimeUnit.SECONDS.toNanos(1);

    /**
     * Linux delivers data held in a sender's kernel within 200 ms, even if our kernel first had no
     * room.
     */
    private static final long QUIET_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    private final TcpSettings settings;
    private final InputCounts counts;
    private final List<LineLoop> lineLoops = new CopyOnWriteArrayList<>();
    private final StreamServer server;

    private TcpInput(
            TcpSettings settings,
            StreamTransport transport,
            Consumer<ChannelPipeline> stage,
            Mapping.ReplyingFactory mapping,
            Intakes intakes) {
        this.settings = settings;
        this.counts = intakes.counts();
        this.server = StreamServer.open(
                settings.stream(), transport, counts.input(), counts.rejectedConnections, eventLoop -> {
                    LineLoop loop = new LineLoop(eventLoop, intakes, settings, mapping);
                    lineLoops.add(loop);
                    long idleNanos = settings.idleTimeout().toNanos();
                    return pipeline -> {
                        pipeline.addLast(new IdleStateHandler(idleNanos, 0, 0, TimeUnit.NANOSECONDS));
                        stage.accept(pipeline);
                        pipeline.addLast(new LineConnection(pipeline.channel(), loop, counts.rejectedConnections));
                    };
                });
    }

    /**
     * Opens the port and receives from then on.
     *
     * @param mapping turns the messages into lines
     * @throws StartException if the port, the address or a TLS file is not usable
     */
    public static TcpInput open(TcpSettings settings, Mapping.Factory mapping, Intakes intakes) {
        return open(settings, StreamTransport.best(), mapping, intakes);
    }

    /** The same for a protocol with replies to the senders. */
    public static TcpInput open(TcpSettings settings, Mapping.ReplyingFactory mapping, Intakes intakes) {
        return new TcpInput(settings, StreamTransport.best(), TcpInput::noStage, mapping, intakes);
    }

    /**
     * The same for a protocol that carries the lines.
     *
     * @param stage adds handlers to a connection, from which the lines come as {@code ByteBuf}
     */
    public static TcpInput open(
            TcpSettings settings, Consumer<ChannelPipeline> stage, Mapping.Factory mapping, Intakes intakes) {
        return new TcpInput(settings, StreamTransport.best(), stage, (lines, replies) -> mapping.to(lines), intakes);
    }

    static TcpInput open(TcpSettings settings, StreamTransport transport, Mapping.Factory mapping, Intakes intakes) {
        return new TcpInput(settings, transport, TcpInput::noStage, (lines, replies) -> mapping.to(lines), intakes);
    }

    private static void noStage(ChannelPipeline pipeline) {
        // The lines come as they are.
    }

    @Override
    public String listens() {
        String tls = settings.stream().tls().isPresent() ? " tls" : "";
        return settings.stream().host() + ":" + server.port() + "/tcp" + tls + " threads=" + lineLoops.size();
    }

    @Override
    public OptionalInt port() {
        return OptionalInt.of(server.port());
    }

    /**
     * Reads data in flight for at most a second, closes the connections, and hands over all
     * complete lines.
     */
    @Override
    public void close() {
        server.settle(); // Accepts pending connections.
        server.stopAccepting();
        long deadlineNanos = System.nanoTime() + DRAIN_NANOS;
        long before = -1;
        while (server.connections() > 0 && counts.bytes.sum() != before && System.nanoTime() - deadlineNanos < 0) {
            before = counts.bytes.sum();
            LockSupport.parkNanos(QUIET_NANOS);
            server.settle();
        }
        lineLoops.forEach(LineLoop::end);
        server.closeConnections();
        server.run(loop -> lineLoops.forEach(lines -> lines.endOn(loop)));
        server.close();
    }
}
