package io.weir.gateway.grpc;

import io.grpc.Attributes;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.NettyServerBuilder;
import io.weir.contract.service.StartException;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.count.InputCounts;
import io.weir.gateway.net.LibraryLoops;
import io.weir.gateway.net.Memory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** An input over gRPC with one method. Opened and closed by one thread. */
public final class GrpcInput implements Input {
    private static final int MAX_HEADERS_BYTES = 16 << 10;
    private static final int CALLS_PER_CONNECTION = 100;
    private static final long ANSWER_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    /** Logs a stack trace for each message that a sender makes too large. Referenced to stay quiet. */
    private static final Logger LIBRARY = Logger.getLogger("io.grpc");

    static {
        LIBRARY.setLevel(Level.SEVERE);
    }

    private final GrpcInputSettings settings;
    private final InputCounts counts;
    private final LibraryLoops loops;
    private final List<CallLoop> callLoops = new ArrayList<>();
    private final Memory memory;
    private @Nullable Server server;

    private GrpcInput(GrpcInputSettings settings, Intakes intakes) {
        this.settings = settings;
        this.counts = intakes.counts();
        this.memory = new Memory(settings.maxMessagesBytes());
        this.loops = new LibraryLoops(settings.stream(), counts.input(), counts.rejectedConnections);
    }

    /**
     * Opens the port.
     *
     * @param method full name of the method, such as {@code package.Service/Method}
     * @param methods creates the method from the consumer of its lines; called once for each event
     *     loop
     * @throws StartException if the port, the address or a TLS file is not usable
     */
    public static GrpcInput open(
            GrpcInputSettings settings, Intakes intakes, String method, Function<LineIntake, UnaryMethod> methods) {
        GrpcInput input = new GrpcInput(settings, intakes);
        try {
            input.loops.each(loop -> input.callLoops.add(new CallLoop(loop, intakes, methods)));
            input.start(method);
            return input;
        } catch (RuntimeException e) {
            input.close();
            throw e;
        }
    }

    private void start(String method) {
        NettyServerBuilder builder = NettyServerBuilder.forAddress(loops.address())
                .channelFactory(loops::socket)
                .bossEventLoopGroup(loops.group())
                .workerEventLoopGroup(loops.group())
                .directExecutor()
                .maxInboundMessageSize(settings.maxMessageBytes())
                .maxInboundMetadataSize(MAX_HEADERS_BYTES)
                .maxConcurrentCallsPerConnection(CALLS_PER_CONNECTION)
                .handshakeTimeout(settings.requestTimeout().toNanos(), TimeUnit.NANOSECONDS)
                .addStreamTracerFactory(new CallMemory(memory, counts.rejectedConnections))
                .addService(service(method));
        if (!settings.idleTimeout().isZero()) {
            builder.maxConnectionIdle(settings.idleTimeout().toNanos(), TimeUnit.NANOSECONDS);
        }
        settings.stream().tls().ifPresent(files -> builder.sslContext(files.http2Context(counts.input())));
        Server built = builder.build();
        server = built;
        try {
            built.start();
        } catch (IOException e) {
            InetSocketAddress address = loops.address();
            throw settings.stream()
                    .mistake()
                    .because(
                            address.getAddress().getHostAddress(),
                            address.getPort(),
                            e.getCause() == null ? e : e.getCause());
        }
    }

    private ServerServiceDefinition service(String method) {
        MethodDescriptor<Message, byte[]> descriptor = MethodDescriptor.newBuilder(Message.MARSHALLER, Message.ANSWERS)
                .setType(MethodDescriptor.MethodType.UNARY)
                .setFullMethodName(method)
                .build();
        return ServerServiceDefinition.builder(String.valueOf(descriptor.getServiceName()))
                .addMethod(descriptor, this::begin)
                .build();
    }

    private ServerCall.Listener<Message> begin(ServerCall<Message, byte[]> call, Metadata headers) {
        CallLoop loop = current();
        Attributes connection = call.getAttributes();
        SocketAddress source = connection.get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR);
        if (source == null) {
            source = new InetSocketAddress(0);
        }
        RefusedCall refused = loop.refuses(headers, source, settings.tokens());
        if (refused != null) {
            UnaryCall.refuse(call, loop, refused);
            return new ServerCall.Listener<>() {};
        }
        return new UnaryCall(call, loop, source, settings.maxMessageBytes(), memory, settings.requestTimeout());
    }

    /** The direct executor runs each call on the event loop of its connection. */
    private CallLoop current() {
        for (CallLoop each : callLoops) {
            if (each.loop().inEventLoop()) {
                return each;
            }
        }
        throw new IllegalStateException("a call on a thread of another server");
    }

    @Override
    public String listens() {
        String tls = settings.stream().tls().isPresent() ? " tls" : "";
        return settings.stream().host() + ":" + port().orElse(0) + "/tcp grpc" + tls + " threads=" + callLoops.size()
                + " tokens=" + settings.tokens().size();
    }

    @Override
    public OptionalInt port() {
        return server == null ? OptionalInt.empty() : OptionalInt.of(server.getPort());
    }

    /**
     * Answers calls whose lines become safe within a second, and closes the connections. Senders of
     * unanswered calls must send again. Hands over all lines.
     */
    @Override
    public void close() {
        if (server != null) {
            server.shutdown();
            long deadlineNanos = System.nanoTime() + ANSWER_NANOS;
            while (callLoops.stream().anyMatch(CallLoop::isWaiting) && System.nanoTime() - deadlineNanos < 0) {
                LockSupport.parkNanos(LOOK_AGAIN_NANOS);
            }
            server.shutdownNow();
            awaitEnd(server);
        }
        callLoops.forEach(each -> each.loop().submit(each::flush).syncUninterruptibly());
        loops.close();
    }

    private static void awaitEnd(Server server) {
        try {
            server.awaitTermination(ANSWER_NANOS, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
