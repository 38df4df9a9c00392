package io.weir.gateway.websocket;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.concurrent.Future;
import io.weir.contract.http.BearerTokens;
import io.weir.gateway.intake.count.ReasonCounts;
import java.util.concurrent.TimeUnit;

/**
 * Refuses requests for a connection: of web pages, which any origin could make a browser send; without
 * a token, if there are tokens; and those that do not ask for a WebSocket.
 */
@SuppressWarnings("FutureReturnValueIgnored") // The end of the connection reveals failures.
final class HandshakeCheck extends SimpleChannelInboundHandler<FullHttpRequest> {
    /** A connection without a handshake is closed after this time. */
    static final long WITHIN_MILLIS = 10_000;

    private final BearerTokens tokens;
    private final ReasonCounts rejections;

    HandshakeCheck(BearerTokens tokens, ReasonCounts rejections) {
        this.tokens = tokens;
        this.rejections = rejections;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        Future<?> deadline = context.executor().schedule(() -> late(context), WITHIN_MILLIS, TimeUnit.MILLISECONDS);
        context.channel().closeFuture().addListener(closed -> deadline.cancel(false));
        context.fireChannelActive();
    }

    private void late(ChannelHandlerContext context) {
        if (!context.isRemoved()) {
            rejections.add("too-slow", 1);
            context.close();
        }
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
        HttpHeaders headers = request.headers();
        if (!context.channel().isActive()) {
            return; // The start of a request, whose connection has ended.
        }
        if (request.decoderResult().isFailure()) {
            refuse(context, HttpResponseStatus.BAD_REQUEST, "unreadable-request", "the request is not readable");
        } else if (!headers.containsValue(HttpHeaderNames.UPGRADE, HttpHeaderValues.WEBSOCKET, true)) {
            refuse(
                    context,
                    HttpResponseStatus.UPGRADE_REQUIRED,
                    "not-a-websocket",
                    "this port takes WebSockets only: connect to ws://HOST:PORT/");
        } else if (headers.contains(HttpHeaderNames.ORIGIN) || headers.contains("Sec-Fetch-Site")) {
            refuse(context, HttpResponseStatus.FORBIDDEN, "web-page", "a web page may not write");
        } else if (!tokens.allow(headers.get(HttpHeaderNames.AUTHORIZATION))) {
            refuse(
                    context,
                    HttpResponseStatus.UNAUTHORIZED,
                    "unauthorized",
                    "a token is required: Authorization: Bearer TOKEN");
        } else {
            context.fireChannelRead(request.retain());
            context.pipeline().remove(this);
        }
    }

    private void refuse(ChannelHandlerContext context, HttpResponseStatus status, String reason, String message) {
        rejections.add(reason, 1);
        FullHttpResponse answer = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1, status, Unpooled.wrappedBuffer((message + "\n").getBytes(UTF_8)));
        answer.headers()
                .set(HttpHeaderNames.CONTENT_TYPE, "text/plain; charset=utf-8")
                .setInt(HttpHeaderNames.CONTENT_LENGTH, answer.content().readableBytes())
                .set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        if (status.equals(HttpResponseStatus.UPGRADE_REQUIRED)) {
            answer.headers().set(HttpHeaderNames.UPGRADE, HttpHeaderValues.WEBSOCKET);
        }
        context.writeAndFlush(answer).addListener(ChannelFutureListener.CLOSE);
    }
}
