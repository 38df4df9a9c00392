package io.weir.gateway.stomp;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.stomp.DefaultStompFrame;
import io.netty.handler.codec.stomp.StompCommand;
import io.netty.handler.codec.stomp.StompSubframeDecoder;
import io.netty.handler.codec.stomp.StompSubframeEncoder;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.weir.gateway.net.TlsClient;
import java.io.IOException;
import java.net.SocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A connection with a thread of its own. Belongs to one other thread. */
@SuppressWarnings("FutureReturnValueIgnored") // Failed writes reach the FrameReader.
final class StompConnection implements AutoCloseable {
    static final int ANSWER_WITHIN_MILLIS = 5_000;

    private static final int CLOSE_WITHIN_MILLIS = 2_000;
    /** More than RabbitMQ accepts from senders by AMQP: a frame of 128 KiB, in which each byte may be escaped. */
    private static final int MOST_LINE_BYTES = 1 << 20;

    private static final int MOST_HEADERS = 1 << 16;
    private static final int CHUNK_BYTES = 64 << 10;
    private static final Pattern LINE_END = Pattern.compile("[\\n\\r\\x00]");
    private static final String DECODER = "decoder";

    private final MultiThreadIoEventLoopGroup loop = new MultiThreadIoEventLoopGroup(
            1, new DefaultThreadFactory("weir-gateway-stomp", true), NioIoHandler.newFactory());
    private final Inbox inbox = new Inbox();
    private final Channel channel;
    private final SocketAddress remote;

    /** Connects, without a greeting. */
    private StompConnection(StompSettings settings, StompAddress address, int bodyBytes) throws IOException {
        int port = address.port(settings.tls().isPresent());
        ChannelFuture connecting = new Bootstrap()
                .group(loop)
                .channel(NioSocketChannel.class)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, ANSWER_WITHIN_MILLIS)
                .option(ChannelOption.TCP_NODELAY, true)
                .handler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel opened) {
                        settings.tls().ifPresent(context -> opened.pipeline()
                                .addLast(TlsClient.handler(context, address.host(), port, ANSWER_WITHIN_MILLIS)));
                        opened.pipeline()
                                .addLast(
                                        DECODER,
                                        new StompSubframeDecoder(MOST_LINE_BYTES, CHUNK_BYTES, MOST_HEADERS, false))
                                .addLast(new StompSubframeEncoder())
                                .addLast(new FrameReader(inbox, bodyBytes));
                    }
                })
                .connect(address.host(), port)
                .awaitUninterruptibly();
        channel = connecting.channel();
        if (!connecting.isSuccess()) {
            close();
            throw new IOException(connecting.cause().getMessage(), connecting.cause());
        }
        remote = channel.remoteAddress();
    }

    /** Connects and exchanges greetings. Truncates bodies to {@code bodyBytes}. */
    static StompConnection open(StompSettings settings, StompAddress address, int bodyBytes) throws IOException {
        StompConnection connection = new StompConnection(settings, address, bodyBytes);
        try {
            connection.greet(settings);
            return connection;
        } catch (IOException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    private void greet(StompSettings settings) throws IOException {
        long beatMillis = settings.heartbeat().toMillis();
        ByteBuf hello = ByteBufUtil.writeUtf8(channel.alloc(), hello(settings, beatMillis));
        channel.writeAndFlush(hello).addListener(ChannelFutureListener.FIRE_EXCEPTION_ON_FAILURE);
        inbox.await(StompCommand.CONNECTED.name(), ANSWER_WITHIN_MILLIS);
        channel.pipeline().addBefore(DECODER, "heart-beat", HeartBeat.agreed(greeted("heart-beat"), beatMillis));
    }

    /** The first frame. Nothing is escaped in it, and Netty's encoder refuses colons in passwords. */
    private static String hello(StompSettings settings, long beatMillis) throws IOException {
        String hello = "CONNECT\naccept-version:1.0,1.1,1.2\nheart-beat:" + beatMillis + "," + beatMillis
                + header("host", settings.virtualHost());
        if (settings.user().isPresent()) {
            hello += header("login", settings.user().get()) + header("passcode", settings.password());
        }
        return hello + "\n\n\0";
    }

    private static String header(String name, String value) throws IOException {
        if (LINE_END.matcher(value).find()) {
            throw new IOException("the header " + name + " of CONNECT cannot contain a line end");
        }
        return "\n" + name + ":" + value;
    }

    private String greeted(String header) {
        StompFrame greeting = inbox.greeting();
        return greeting == null ? "" : greeting.header(header);
    }

    /** The version of the protocol: 1.0, 1.1 or 1.2. */
    String version() {
        String version = greeted("version");
        return version.isEmpty() ? "1.0" : version;
    }

    /** A frame without a body. */
    static DefaultStompFrame frame(StompCommand command, Map<String, String> headers) {
        DefaultStompFrame frame = new DefaultStompFrame(command);
        headers.forEach(frame.headers()::set);
        return frame;
    }

    /** Sends frames; does not wait. */
    void send(List<DefaultStompFrame> frames) throws IOException {
        inbox.check();
        channel.eventLoop().execute(() -> {
            for (DefaultStompFrame frame : frames) {
                channel.write(frame).addListener(ChannelFutureListener.FIRE_EXCEPTION_ON_FAILURE);
            }
            channel.flush();
        });
    }

    /** Sends a frame and waits until the broker has processed it. */
    void request(DefaultStompFrame frame, String receipt, int millis) throws IOException {
        frame.headers().set("receipt", receipt);
        send(List.of(frame));
        inbox.await(receipt, millis);
    }

    /** The next message; null if none arrives within this time. */
    @Nullable
    StompFrame poll(long nanos) throws IOException, InterruptedException {
        if (!isReading() && !inbox.isFull()) {
            channel.config().setAutoRead(true);
        }
        return inbox.poll(nanos);
    }

    /** Whether it reads; false while too many received bytes wait to be taken. */
    boolean isReading() {
        return channel.config().isAutoRead();
    }

    /** The address of the broker. */
    SocketAddress remote() {
        return remote;
    }

    /** Lets the broker process what was sent before. */
    void disconnect() {
        inbox.discard();
        channel.config().setAutoRead(true);
        try {
            request(frame(StompCommand.DISCONNECT, Map.of()), "disconnect", CLOSE_WITHIN_MILLIS);
        } catch (IOException e) {
            // The broker delivers again what it has not seen acknowledged.
        }
    }

    @Override
    public void close() {
        boolean unused = loop.shutdownGracefully(0, CLOSE_WITHIN_MILLIS, TimeUnit.MILLISECONDS)
                .awaitUninterruptibly(CLOSE_WITHIN_MILLIS);
    }
}
