package io.weir.gateway.http;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.util.ReferenceCountUtil;
import io.weir.gateway.intake.count.ReasonCounts;
import io.weir.gateway.net.Body;
import io.weir.gateway.net.RequestDeadline;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves the requests of one connection in sequence. The next request is read only after the
 * previous one is answered. Answers thus keep their order, and a sender occupies memory for one
 * request only. Use only on the event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // The end of the connection reveals failures.
final class HttpConnection extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = LoggerFactory.getLogger(HttpConnection.class);
    /**
     * How long a sender that is rejected during its request may read the answer. The rest of the
     * request is discarded meanwhile.
     */
    private static final long LINGER_MILLIS = 1_000;

    private final Site site;
    private final int maxBodyBytes;
    private final Body body;
    private final Unpacker unpacker;
    private final RequestDeadline deadline;
    private final ReasonCounts rejections;
    /**
     * Data of following requests that arrived with the current one: at most the result of one read.
     */
    private final Queue<HttpObject> waiting = new ArrayDeque<>();

    private SocketAddress source = new InetSocketAddress(0);
    private @Nullable Head head;
    private @Nullable Answer refusal;
    private boolean staysOpen;
    /** From the end of a request until its answer is written. */
    private boolean isBusy;
    /** From the end of a request until its answer is known. */
    private boolean isAwaited;

    private boolean isGoingOn;
    private boolean isClosing;
    /** Number of the current request; identifies answers that are too late. */
    private int request;

    HttpConnection(Site site, Body body, Unpacker unpacker, RequestDeadline deadline, Limits limits) {
        this.site = site;
        this.body = body;
        this.unpacker = unpacker;
        this.deadline = deadline;
        this.maxBodyBytes = limits.maxBodyBytes();
        this.rejections = limits.rejections();
    }

    /** Maximum body size, and the counter of rejected requests. */
    record Limits(int maxBodyBytes, ReasonCounts rejections) {}

    @Override
    public void channelActive(ChannelHandlerContext context) {
        source = context.channel().remoteAddress();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        waiting.add((HttpObject) message);
        goOn(context);
    }

    /**
     * Processes received data up to the end of a request, and the rest after its answer. Reading
     * pauses until then.
     */
    private void goOn(ChannelHandlerContext context) {
        if (isGoingOn) {
            return; // An immediate answer: the loop below continues.
        }
        isGoingOn = true;
        while (!isBusy && !waiting.isEmpty()) {
            HttpObject message = waiting.remove();
            try {
                take(context, message);
            } finally {
                ReferenceCountUtil.release(message);
            }
        }
        isGoingOn = false;
        context.channel().config().setAutoRead(!isBusy);
    }

    private void take(ChannelHandlerContext context, HttpObject message) {
        if (isClosing) {
            if (message instanceof LastHttpContent) {
                context.close();
            }
            return;
        }
        Throwable cause = message.decoderResult().cause();
        if (cause != null) {
            int status = cause instanceof TooLongHttpHeaderException
                    ? 431
                    : cause instanceof TooLongHttpLineException ? 414 : 400;
            answerAndClose(context, RejectedRequest.unreadable(errors(), status, String.valueOf(cause.getMessage())));
            return;
        }
        if (message instanceof HttpRequest begun) {
            begin(context, begun);
        }
        if (message instanceof HttpContent content && !isClosing) {
            gather(context, content);
        }
    }

    private void begin(ChannelHandlerContext context, HttpRequest begun) {
        request++;
        deadline.begun();
        staysOpen = HttpUtil.isKeepAlive(begun);
        refusal = refuse(begun);
        if (refusal == null && HttpUtil.getContentLength(begun, 0L) > maxBodyBytes) {
            answerAndClose(context, RejectedRequest.tooLarge(errors(), maxBodyBytes));
        } else if (HttpUtil.is100ContinueExpected(begun)) {
            goOnOrNot(context, refusal);
        }
    }

    /** Answers a sender that asks whether to send the body. */
    private void goOnOrNot(ChannelHandlerContext context, @Nullable Answer not) {
        if (not != null) {
            answerAndClose(context, not);
        } else {
            context.writeAndFlush(new DefaultFullHttpResponse(
                    HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE, Unpooled.EMPTY_BUFFER));
        }
    }

    private @Nullable Answer refuse(HttpRequest begun) {
        try {
            Head read = new Head(begun);
            head = read;
            return site.refuse(read, source);
        } catch (IllegalArgumentException e) {
            head = null;
            return RejectedRequest.unreadable(errors(), 400, "its target is not a URI: " + e.getMessage());
        }
    }

    private void gather(ChannelHandlerContext context, HttpContent content) {
        if (refusal == null) {
            Body.Added added = body.add(content.content());
            if (added == Body.Added.TOO_LARGE) {
                answerAndClose(context, RejectedRequest.tooLarge(errors(), maxBodyBytes));
                return;
            }
            if (added == Body.Added.NO_MEMORY) {
                body.free();
                refusal = RejectedRequest.noRoom(errors());
            }
        }
        if (content instanceof LastHttpContent) {
            isBusy = true;
            isAwaited = true;
            serve(context);
        }
    }

    private void serve(ChannelHandlerContext context) {
        Head asked = head;
        Page page = asked == null ? null : site.page(asked);
        Packing packing = asked == null ? null : asked.packing();
        if (asked == null || page == null || packing == null || refusal != null) {
            answer(context, request, refusal == null ? RejectedRequest.unreadable(errors(), 400, "") : refusal);
            return;
        }
        int number = request;
        try {
            byte[] plain = body.bytes();
            int length = body.length();
            if (packing != Packing.NONE) {
                length = unpacker.unpack(packing, body.bytes(), body.length());
                plain = unpacker.plain();
            }
            if (length == Unpacker.TOO_LARGE) {
                answer(context, number, RejectedRequest.tooLarge(errors(), maxBodyBytes));
            } else {
                page.serve(asked, plain, length, source, answer -> answer(context, number, answer));
            }
        } catch (IOException e) {
            answer(context, number, RejectedRequest.broken(errors(), packing, String.valueOf(e.getMessage())));
        } finally {
            body.clear();
        }
    }

    private void answer(ChannelHandlerContext context, int number, Answer answer) {
        if (number != request || !isAwaited) {
            return; // The deadline has already answered it.
        }
        isAwaited = false;
        head = null;
        deadline.met();
        boolean next = staysOpen;
        write(context, answer, next).addListener(written -> {
            isBusy = false;
            if (next && written.isSuccess()) {
                goOn(context);
            } else {
                context.close();
            }
        });
    }

    /**
     * Answers during a request. Discards the rest of it for a moment, because the sender would
     * otherwise not see the answer.
     */
    private void answerAndClose(ChannelHandlerContext context, Answer answer) {
        isClosing = true;
        body.free();
        deadline.met();
        write(context, answer, false);
        context.executor().schedule(() -> context.close(), LINGER_MILLIS, TimeUnit.MILLISECONDS);
    }

    private ChannelFuture write(ChannelHandlerContext context, Answer answer, boolean keepAlive) {
        if (!answer.rejectReason().isEmpty()) {
            rejections.add(answer.rejectReason(), 1);
        }
        FullHttpResponse response = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1,
                HttpResponseStatus.valueOf(answer.status()),
                Unpooled.wrappedBuffer(answer.body()),
                DefaultHttpHeadersFactory.headersFactory(),
                DefaultHttpHeadersFactory.trailersFactory());
        site.headers().forEach((name, value) -> response.headers().set(name, value));
        if (answer.status() != 204) {
            response.headers().setInt(HttpHeaderNames.CONTENT_LENGTH, answer.body().length);
        }
        if (answer.body().length > 0) {
            response.headers().set(HttpHeaderNames.CONTENT_TYPE, "application/json");
        }
        answer.headers().forEach((name, value) -> response.headers().set(name, value));
        HttpUtil.setKeepAlive(response, keepAlive);
        return context.writeAndFlush(response);
    }

    private ErrorFormat errors() {
        return head == null ? site.errors() : site.errors(head);
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event == RequestDeadline.PASSED && isAwaited) {
            answer(context, request, RejectedRequest.notSafe(errors()));
        } else if (event == RequestDeadline.PASSED && !isClosing) {
            rejections.add(RejectedRequest.TOO_SLOW, 1);
            context.close();
        } else if (event instanceof IdleStateEvent && head == null && !isAwaited) {
            context.close();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        if (head != null && !isAwaited && !isClosing) {
            rejections.add(RejectedRequest.INCOMPLETE, 1);
        }
        isClosing = true;
        isAwaited = false;
        body.free();
        waiting.forEach(ReferenceCountUtil::release);
        waiting.clear();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (cause instanceof DecoderException) {
            // Broken TLS. Errors in HTTP are reported in its messages.
            rejections.add(RejectedRequest.UNREADABLE, 1);
        } else if (!(cause instanceof IOException)) {
            LOG.warn("request failed local={}", context.channel().localAddress(), cause);
        }
        context.close();
    }
}
