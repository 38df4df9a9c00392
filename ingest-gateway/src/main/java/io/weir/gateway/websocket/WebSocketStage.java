package io.weir.gateway.websocket;

import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolConfig;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolHandler;
import io.weir.contract.http.BearerTokens;
import io.weir.gateway.intake.count.ReasonCounts;
import java.util.function.Consumer;

/**
 * Adds WebSocket to a connection, below the framing of lines.
 *
 * @param tokens of which a sender must show one
 * @param maxFrameBytes a longer frame closes the connection
 * @param isBlankNewline whether a newline within a message is only a blank, as in JSON
 * @param rejections counts rejected connections by reason
 */
public record WebSocketStage(BearerTokens tokens, int maxFrameBytes, boolean isBlankNewline, ReasonCounts rejections)
        implements Consumer<ChannelPipeline> {
    private static final int MAX_HEADERS_BYTES = 16 << 10;

    @Override
    public void accept(ChannelPipeline pipeline) {
        WebSocketServerProtocolConfig config = WebSocketServerProtocolConfig.newBuilder()
                .websocketPath("/")
                .checkStartsWith(true)
                .maxFramePayloadLength(maxFrameBytes)
                .handshakeTimeoutMillis(HandshakeCheck.WITHIN_MILLIS)
                .build();
        pipeline.addLast(
                new HttpServerCodec(new HttpDecoderConfig().setMaxHeaderSize(MAX_HEADERS_BYTES)),
                new HttpObjectAggregator(MAX_HEADERS_BYTES),
                new HandshakeCheck(tokens, rejections),
                new WebSocketServerProtocolHandler(config),
                new MessageEnds(isBlankNewline, rejections));
    }
}
