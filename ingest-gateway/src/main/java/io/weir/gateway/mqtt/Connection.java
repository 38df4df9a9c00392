package io.weir.gateway.mqtt;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.mqtt.MqttDecoder;
import io.netty.handler.codec.mqtt.MqttEncoder;
import io.netty.handler.codec.mqtt.MqttFixedHeader;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.handler.codec.mqtt.MqttMessageBuilders;
import io.netty.handler.codec.mqtt.MqttMessageIdVariableHeader;
import io.netty.handler.codec.mqtt.MqttMessageType;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttProperties.IntegerProperty;
import io.netty.handler.codec.mqtt.MqttQoS;
import io.netty.handler.codec.mqtt.MqttSubscriptionOption;
import io.netty.handler.codec.mqtt.MqttSubscriptionOption.RetainedHandlingPolicy;
import io.netty.handler.codec.mqtt.MqttVersion;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.weir.gateway.net.TlsClient;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A connection to a broker, which resumes the session of its client identifier. Belongs to one thread;
 * its socket has another one.
 */
@SuppressWarnings("FutureReturnValueIgnored") // A failed write closes the channel.
final class Connection implements AutoCloseable {
    private static final int WITHIN_MILLIS = 5_000;
    /** MQTT's limit; the decoder would discard a longer message and all after it. */
    private static final int MOST_MESSAGE_BYTES = 268_435_455;

    private static final int MOST_CLIENT_ID_BYTES = 65_535;

    private final MqttSettings settings;
    private final int messageBytes;
    private final MultiThreadIoEventLoopGroup loop;
    private final Arrivals arrivals;
    private final BrokerHandler handler;
    private final Channel channel;
    private final boolean isResumed;

    /**
     * Connects.
     *
     * @param messageBytes longer messages are truncated to this length and one byte
     * @throws IOException if the broker is not available, or refuses the connection
     */
    Connection(MqttSettings settings, int messageBytes, String clientId, InetSocketAddress broker) throws IOException {
        this.settings = settings;
        this.messageBytes = messageBytes;
        this.arrivals = new Arrivals(settings.connecting().receiveMaximum());
        this.handler = new BrokerHandler(settings, arrivals);
        this.loop =
                new MultiThreadIoEventLoopGroup(1, new DefaultThreadFactory(clientId, true), NioIoHandler.newFactory());
        try {
            this.channel = open(broker);
            channel.writeAndFlush(connect(clientId), channel.voidPromise());
            this.isResumed = await(handler.connected());
        } catch (IOException | RuntimeException e) {
            end();
            throw e;
        }
    }

    private Channel open(InetSocketAddress broker) throws IOException {
        Bootstrap bootstrap = new Bootstrap()
                .group(loop)
                .channel(NioSocketChannel.class)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, WITHIN_MILLIS)
                .option(ChannelOption.TCP_NODELAY, true)
                .handler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel opened) {
                        ChannelPipeline pipeline = opened.pipeline();
                        settings.connecting()
                                .tls()
                                .ifPresent(context -> pipeline.addLast(TlsClient.handler(
                                        context, broker.getHostString(), broker.getPort(), WITHIN_MILLIS)));
                        pipeline.addLast(
                                new PublicationGuard(settings.connecting().isVersion5(), messageBytes + 1),
                                new MqttDecoder(MOST_MESSAGE_BYTES, MOST_CLIENT_ID_BYTES),
                                MqttEncoder.INSTANCE,
                                handler);
                    }
                });
        CompletableFuture<Channel> opened = new CompletableFuture<>();
        bootstrap.connect(broker.getHostString(), broker.getPort()).addListener(done -> {
            if (done.isSuccess()) {
                opened.complete(((ChannelFuture) done).channel());
            } else {
                opened.completeExceptionally(done.cause());
            }
        });
        return await(opened);
    }

    private MqttMessage connect(String clientId) {
        MqttMessageBuilders.ConnectBuilder connect = MqttMessageBuilders.connect()
                .protocolVersion(settings.connecting().isVersion5() ? MqttVersion.MQTT_5 : MqttVersion.MQTT_3_1_1)
                .clientId(clientId)
                .cleanSession(false)
                .keepAlive((int) settings.connecting().keepAlive().toSeconds());
        if (settings.connecting().isVersion5()) {
            MqttProperties properties = new MqttProperties();
            properties.add(new IntegerProperty(MqttProperties.SESSION_EXPIRY_INTERVAL, (int)
                    settings.connecting().sessionExpiry().toSeconds()));
            properties.add(new IntegerProperty(
                    MqttProperties.RECEIVE_MAXIMUM, settings.connecting().receiveMaximum()));
            connect.properties(properties);
        }
        settings.connecting().login().ifPresent(login -> connect.username(login.user())
                .password(login.password().getBytes(UTF_8)));
        return connect.build();
    }

    /**
     * Subscribes.
     *
     * @throws IOException if the broker refuses a topic, or grants less than was asked for
     */
    void subscribe() throws IOException {
        List<String> filters = settings.topics().filters();
        MqttMessageBuilders.SubscribeBuilder subscribe =
                MqttMessageBuilders.subscribe().messageId(1);
        filters.forEach(filter -> subscribe.addSubscription(filter, option()));
        channel.writeAndFlush(subscribe.build(), channel.voidPromise());
        List<Integer> granted = await(handler.subscribed());
        int asked = qos().value();
        for (int i = 0; i < filters.size(); i++) {
            int code = i < granted.size() ? granted.get(i) : 0x80;
            if (code != asked) {
                String why = code > MqttQoS.EXACTLY_ONCE.value()
                        ? "the broker refuses the subscription to " + filters.get(i) + ", code " + code
                        : "the broker grants only qos " + code + " for " + filters.get(i);
                throw new IOException(why);
            }
        }
        if (settings.topics().share().isPresent()) {
            unsubscribe(settings.topics().unsharedFilters());
        }
    }

    /** The session may be from a time without a group: each message would arrive twice. */
    private void unsubscribe(List<String> filters) {
        MqttMessageBuilders.UnsubscribeBuilder unsubscribe =
                MqttMessageBuilders.unsubscribe().messageId(2);
        filters.forEach(unsubscribe::addTopicFilter);
        channel.writeAndFlush(unsubscribe.build(), channel.voidPromise());
    }

    private MqttSubscriptionOption option() {
        if (!settings.connecting().isVersion5()) {
            return MqttSubscriptionOption.onlyFromQos(qos());
        }
        // For an existing subscription, the broker does not send retained messages again.
        RetainedHandlingPolicy retained = settings.topics().hasRetained()
                ? RetainedHandlingPolicy.SEND_AT_SUBSCRIBE_IF_NOT_YET_EXISTS
                : RetainedHandlingPolicy.DONT_SEND_AT_SUBSCRIBE;
        return new MqttSubscriptionOption(qos(), false, false, retained);
    }

    private MqttQoS qos() {
        return settings.topics().isAcknowledged() ? MqttQoS.AT_LEAST_ONCE : MqttQoS.AT_MOST_ONCE;
    }

    /** Whether the broker had the session. */
    boolean isResumed() {
        return isResumed;
    }

    Arrivals arrivals() {
        return arrivals;
    }

    SocketAddress broker() {
        SocketAddress address = channel.remoteAddress();
        return address == null ? new InetSocketAddress(0) : address;
    }

    /** Acknowledges one message; {@link #flush} sends it. */
    void acknowledge(int packetId) {
        channel.write(
                new MqttMessage(
                        new MqttFixedHeader(MqttMessageType.PUBACK, false, MqttQoS.AT_MOST_ONCE, false, 0),
                        MqttMessageIdVariableHeader.from(packetId)),
                channel.voidPromise());
    }

    /** Sends a message of quality of service 0. Any thread may call this. */
    void publish(String topic, byte[] body) {
        MqttMessage message = MqttMessageBuilders.publish()
                .topicName(topic)
                .qos(MqttQoS.AT_MOST_ONCE)
                .payload(Unpooled.wrappedBuffer(body))
                .build();
        channel.writeAndFlush(message, channel.voidPromise());
    }

    void flush() {
        channel.flush();
    }

    /** Disconnects within some seconds; the session remains. */
    @Override
    public void close() {
        CompletableFuture<Void> closed = new CompletableFuture<>();
        channel.writeAndFlush(MqttMessage.DISCONNECT)
                .addListener(sent -> channel.close().addListener(done -> closed.complete(null)));
        try {
            await(closed);
        } catch (IOException e) {
            // The loop's end closes the socket.
        }
        end();
    }

    private void end() {
        loop.shutdownGracefully(0, WITHIN_MILLIS, TimeUnit.MILLISECONDS);
    }

    private static <T> T await(CompletableFuture<T> future) throws IOException {
        try {
            return future.get(WITHIN_MILLIS, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw new IOException(BrokerHandler.reason(e), e);
        } catch (TimeoutException e) {
            throw new IOException("the broker does not answer", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        }
    }
}
