package io.weir.gateway.mqtt;

import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.mqtt.MqttConnAckMessage;
import io.netty.handler.codec.mqtt.MqttConnectReturnCode;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttProperties.IntegerProperty;
import io.netty.handler.codec.mqtt.MqttProperties.StringPair;
import io.netty.handler.codec.mqtt.MqttProperties.UserProperty;
import io.netty.handler.codec.mqtt.MqttPublishMessage;
import io.netty.handler.codec.mqtt.MqttQoS;
import io.netty.handler.codec.mqtt.MqttReasonCodeAndPropertiesVariableHeader;
import io.netty.handler.codec.mqtt.MqttReasonCodes;
import io.netty.handler.codec.mqtt.MqttSubAckMessage;
import io.netty.handler.timeout.IdleState;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.handler.timeout.IdleStateHandler;
import io.weir.gateway.consume.Message;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Handles the packets of a broker on one connection. Runs on the connection's event loop. */
@SuppressWarnings("FutureReturnValueIgnored") // A failed write closes the channel.
final class BrokerHandler extends SimpleChannelInboundHandler<MqttMessage> {
    /** The property of MQTT 5 with the time of a message. */
    private static final String TIMESTAMP = "timestamp";

    private static final byte[] NOTHING = {};

    private final MqttSettings settings;
    private final Arrivals arrivals;
    private final CompletableFuture<Boolean> connected = new CompletableFuture<>();
    private final CompletableFuture<List<Integer>> subscribed = new CompletableFuture<>();

    BrokerHandler(MqttSettings settings, Arrivals arrivals) {
        super(MqttMessage.class);
        this.settings = settings;
        this.arrivals = arrivals;
    }

    /** Completes once the broker accepts the connection: whether it resumes a session. */
    CompletableFuture<Boolean> connected() {
        return connected;
    }

    /** The granted quality of service of each filter, or an error from 128 on. */
    CompletableFuture<List<Integer>> subscribed() {
        return subscribed;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, MqttMessage message) {
        if (message.decoderResult().isFailure()) {
            fail(context, reason(message.decoderResult().cause()));
            return;
        }
        switch (message.fixedHeader().messageType()) {
            case CONNACK -> accepted(context, (MqttConnAckMessage) message);
            case SUBACK ->
                subscribed.complete(((MqttSubAckMessage) message).payload().reasonCodes());
            case PUBLISH -> arrived(context, (MqttPublishMessage) message);
            case UNSUBACK -> {} // There may have been no such subscription.
            case PINGRESP -> {} // Any message is a sign of life.
            case DISCONNECT -> fail(context, reason(message));
            default ->
                fail(context, "the broker sent a " + message.fixedHeader().messageType());
        }
    }

    private void accepted(ChannelHandlerContext context, MqttConnAckMessage message) {
        MqttConnectReturnCode code = message.variableHeader().connectReturnCode();
        if (code != MqttConnectReturnCode.CONNECTION_ACCEPTED) {
            fail(context, "the broker refuses the connection: " + code);
            return;
        }
        long seconds = settings.connecting().keepAlive().toSeconds();
        if (settings.connecting().isVersion5()
                && message.variableHeader().properties().getProperty(MqttProperties.SERVER_KEEP_ALIVE)
                        instanceof IntegerProperty ofBroker) {
            seconds = ofBroker.value();
        }
        if (seconds > 0) {
            long millis = TimeUnit.SECONDS.toMillis(seconds);
            // First, so that parts of a long message are signs of life.
            context.pipeline().addFirst(new IdleStateHandler(millis, millis / 2, 0, TimeUnit.MILLISECONDS));
        }
        arrivals.pauseBy(context.channel().config()::setAutoRead);
        connected.complete(message.variableHeader().isSessionPresent());
    }

    private void arrived(ChannelHandlerContext context, MqttPublishMessage publish) {
        MqttQoS qos = publish.fixedHeader().qosLevel();
        if (qos == MqttQoS.EXACTLY_ONCE) {
            fail(context, "the broker sent a message of qos 2");
            return;
        }
        // A subscription of MQTT 3.1.1 always gets retained messages. One without a body is ignored, but acknowledged.
        boolean isIgnored =
                publish.fixedHeader().isRetain() && !settings.topics().hasRetained();
        byte[] body = isIgnored ? NOTHING : ByteBufUtil.getBytes(publish.payload());
        int packetId = qos == MqttQoS.AT_MOST_ONCE
                ? Arrivals.UNACKNOWLEDGED
                : publish.variableHeader().packetId();
        arrivals.add(publish.variableHeader().topicName(), body, time(publish), packetId);
    }

    private long time(MqttPublishMessage publish) {
        if (!settings.connecting().isVersion5()) {
            return Message.NO_TIME;
        }
        for (MqttProperties.MqttProperty<?> property :
                publish.variableHeader().properties().getProperties(MqttProperties.USER_PROPERTY)) {
            StringPair pair = ((UserProperty) property).value();
            if (pair.key.equals(TIMESTAMP)) {
                return MessageTime.of(pair.value);
            }
        }
        return Message.NO_TIME;
    }

    private static String reason(MqttMessage message) {
        boolean hasCode = message.variableHeader() instanceof MqttReasonCodeAndPropertiesVariableHeader;
        byte code = hasCode
                ? ((MqttReasonCodeAndPropertiesVariableHeader) message.variableHeader()).reasonCode()
                : MqttReasonCodeAndPropertiesVariableHeader.REASON_CODE_OK;
        return "the broker ended the connection: " + MqttReasonCodes.Disconnect.valueOf(code);
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof IdleStateEvent idle && idle.state() == IdleState.WRITER_IDLE) {
            context.writeAndFlush(MqttMessage.PINGREQ, context.voidPromise());
        } else if (event instanceof IdleStateEvent && !arrivals.mayHavePaused()) {
            fail(context, "the broker shows no sign of life");
        } else {
            context.fireUserEventTriggered(event);
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        arrivals.pauseIfFull();
        context.fireChannelReadComplete();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        fail(context, "the broker closed the connection");
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        fail(context, reason(cause));
    }

    private void fail(ChannelHandlerContext context, String why) {
        arrivals.end(why);
        IOException failure = new IOException(why);
        connected.completeExceptionally(failure);
        subscribed.completeExceptionally(failure);
        context.close();
    }

    /** The innermost message: the outer ones only repeat it, with names of classes. */
    static String reason(Throwable e) {
        String reason = e.toString();
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause.getMessage() != null) {
                reason = cause.getMessage();
            }
        }
        return reason;
    }
}
