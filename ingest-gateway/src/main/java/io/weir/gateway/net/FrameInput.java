package io.weir.gateway.net;

import io.netty.channel.ChannelPipeline;
import io.netty.channel.EventLoop;
import io.netty.handler.timeout.IdleStateHandler;
import io.weir.contract.service.StartException;
import io.weir.gateway.intake.FrameIntake;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.count.InputCounts;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The TCP input for messages that begin with their length. If the protocol has answers, a message is
 * answered once its lines are safe. Opened and closed by one thread; any thread may read the figures.
 */
public final class FrameInput implements Input {
    private final FrameSettings settings;
    private final InputCounts counts;
    private final Memory memory;
    private final List<FrameLoop> frameLoops = new CopyOnWriteArrayList<>();
    private final StreamServer server;

    private FrameInput(FrameSettings settings, Intakes intakes, Function<LineIntake, FrameIntake> protocol) {
        this.settings = settings;
        this.counts = intakes.counts();
        this.memory = new Memory(settings.maxBodiesBytes());
        this.server = StreamServer.open(
                settings.stream(),
                StreamTransport.best(),
                counts.input(),
                counts.rejectedConnections,
                loop -> connections(loop, intakes, protocol));
    }

    /**
     * Opens the port and receives from then on.
     *
     * @param protocol creates the consumer of the frames of one event loop, which writes to its intake
     * @throws StartException if the port, the address or a TLS file is not usable
     */
    public static FrameInput open(FrameSettings settings, Intakes intakes, Function<LineIntake, FrameIntake> protocol) {
        return new FrameInput(settings, intakes, protocol);
    }

    /** The handlers of every connection of one event loop. */
    private Consumer<ChannelPipeline> connections(
            EventLoop eventLoop, Intakes intakes, Function<LineIntake, FrameIntake> protocol) {
        FrameLoop loop = new FrameLoop(eventLoop, intakes, protocol);
        frameLoops.add(loop);
        return pipeline -> {
            RequestDeadline deadline =
                    new RequestDeadline(settings.frameTimeout().toNanos());
            pipeline.addLast(
                    new IdleStateHandler(settings.idleTimeout().toNanos(), 0, 0, TimeUnit.NANOSECONDS),
                    deadline,
                    new FrameConnection(
                            loop,
                            new Body(settings.maxBodyBytes(), memory),
                            settings.maxBodyBytes(),
                            deadline,
                            counts.rejectedConnections));
        };
    }

    /** Memory reserved for unfinished frames, in bytes. */
    long bodiesBytes() {
        return memory.used();
    }

    @Override
    public String listens() {
        String tls = settings.stream().tls().isPresent() ? " tls" : "";
        return settings.stream().host() + ":" + server.port() + "/tcp" + tls + " threads=" + frameLoops.size();
    }

    @Override
    public OptionalInt port() {
        return OptionalInt.of(server.port());
    }

    /**
     * Answers frames whose lines become safe within a second, and closes the connections. Senders of
     * unanswered frames must send again. Frames of a protocol without answers no longer wait for room.
     * Hands over all lines.
     */
    @Override
    public void close() {
        frameLoops.forEach(FrameLoop::end);
        server.closeAnswered(
                () -> frameLoops.stream().anyMatch(FrameLoop::isWaiting),
                loop -> frameLoops.forEach(frames -> frames.flushOn(loop)));
    }
}
