package io.weir.gateway.http;

import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.timeout.IdleStateHandler;
import io.weir.contract.service.StartException;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.count.InputCounts;
import io.weir.gateway.net.Body;
import io.weir.gateway.net.Memory;
import io.weir.gateway.net.RequestDeadline;
import io.weir.gateway.net.StreamServer;
import io.weir.gateway.net.StreamTransport;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The HTTP input, for line protocol as in InfluxDB's interface or for another format. Opened and
 * closed by one thread; any thread may read the figures.
 */
public final class HttpInput implements Input {
    private static final int MAX_LINE_BYTES = 8 << 10;
    private static final int MAX_HEADERS_BYTES = 16 << 10;

    private final HttpInputSettings settings;
    private final InputCounts counts;
    private final Memory memory;
    private final List<WriteLoop> writeLoops = new CopyOnWriteArrayList<>();
    private final StreamServer server;

    private HttpInput(
            HttpInputSettings settings, StreamTransport transport, Intakes intakes, Function<WriteLoop, Site> sites) {
        this.settings = settings;
        this.counts = intakes.counts();
        this.memory = new Memory(settings.maxBodiesBytes());
        this.server = StreamServer.open(
                settings.stream(),
                transport,
                counts.input(),
                counts.rejectedConnections,
                loop -> connections(new WriteLoop(loop, intakes), sites));
    }

    /**
     * Opens the port and accepts line protocol in InfluxDB's interface.
     *
     * @throws StartException if the port, the address or a TLS file is not usable
     */
    public static HttpInput open(HttpInputSettings settings, Intakes intakes) {
        return open(settings, StreamTransport.best(), intakes);
    }

    static HttpInput open(HttpInputSettings settings, StreamTransport transport, Intakes intakes) {
        return new HttpInput(settings, transport, intakes, lines -> Site.ofInflux(settings.tokens(), lines));
    }

    /**
     * Opens the port and accepts bodies of other formats.
     *
     * @param api creates the interface from the consumer of its lines; called once for each event
     *     loop
     * @throws StartException if the port, the address or a TLS file is not usable
     */
    public static HttpInput open(HttpInputSettings settings, Intakes intakes, Function<LineIntake, HttpApi> api) {
        return new HttpInput(
                settings,
                StreamTransport.best(),
                intakes,
                lines -> Site.of(settings.tokens(), lines, api.apply(lines.intake())));
    }

    /** The handlers of every connection of one event loop. */
    private Consumer<ChannelPipeline> connections(WriteLoop lines, Function<WriteLoop, Site> sites) {
        writeLoops.add(lines);
        Site site = sites.apply(lines);
        Unpacker unpacker = new Unpacker(settings.maxBodyBytes());
        HttpConnection.Limits limits = new HttpConnection.Limits(settings.maxBodyBytes(), counts.rejectedConnections);
        HttpDecoderConfig decoding = new HttpDecoderConfig()
                .setMaxInitialLineLength(MAX_LINE_BYTES)
                .setMaxHeaderSize(MAX_HEADERS_BYTES)
                .setMaxChunkSize(StreamServer.READ_BYTES);
        return pipeline -> {
            RequestDeadline deadline =
                    new RequestDeadline(settings.requestTimeout().toNanos());
            Body body = new Body(settings.maxBodyBytes(), memory);
            pipeline.addLast(
                    new IdleStateHandler(settings.idleTimeout().toNanos(), 0, 0, TimeUnit.NANOSECONDS),
                    deadline,
                    new HttpServerCodec(decoding),
                    new HttpConnection(site, body, unpacker, deadline, limits));
        };
    }

    /** Memory reserved for request bodies, in bytes. */
    long bodiesBytes() {
        return memory.used();
    }

    @Override
    public String listens() {
        String tls = settings.stream().tls().isPresent() ? " tls" : "";
        return settings.stream().host() + ":" + server.port() + "/tcp http" + tls + " threads=" + writeLoops.size()
                + " tokens=" + settings.tokens().size();
    }

    @Override
    public OptionalInt port() {
        return OptionalInt.of(server.port());
    }

    /**
     * Answers requests whose lines become safe within a second, and closes the connections. Senders
     * of unanswered requests must send again. Hands over all lines.
     */
    @Override
    public void close() {
        server.closeAnswered(
                () -> writeLoops.stream().anyMatch(WriteLoop::isWaiting),
                loop -> writeLoops.forEach(lines -> lines.flushOn(loop)));
    }
}
