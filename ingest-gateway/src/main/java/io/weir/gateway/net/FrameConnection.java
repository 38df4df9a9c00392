package io.weir.gateway.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.timeout.IdleStateEvent;
import io.weir.gateway.intake.FrameAnswer;
import io.weir.gateway.intake.FrameHead;
import io.weir.gateway.intake.batch.Receipt;
import io.weir.gateway.intake.count.ReasonCounts;
import io.weir.gateway.limit.AllowList;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Cuts the data of one connection into frames, and serves them in sequence. The next frame is read only
 * after the previous one is answered, or taken if the protocol has no answers, so a sender occupies
 * memory for one frame only. Use only on the event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // The end of the connection reveals failures.
final class FrameConnection extends ChannelInboundHandlerAdapter {
    /** Reasons for rejecting a frame or a connection. */
    static final String NO_ROOM = "no-room";

    static final String NOT_SAFE = "not-safe-in-time";
    static final String TOO_LARGE = "frame-too-large";
    static final String TOO_SLOW = "too-slow";
    static final String INCOMPLETE = "incomplete-frame";
    static final String BROKEN_TLS = "broken-tls";

    private static final Logger LOG = LoggerFactory.getLogger(FrameConnection.class);
    /**
     * How long a sender that is refused during its frame may read the answer. The rest of the frame
     * is discarded meanwhile.
     */
    private static final long LINGER_MILLIS = 1_000;

    private static final long LOOK_FOR_ROOM_MILLIS = 10;

    private final FrameLoop loop;
    private final Body body;
    private final int maxBodyBytes;
    private final RequestDeadline deadline;
    private final ReasonCounts rejections;
    private final byte[] head = new byte[FrameHead.MOST_BYTES];
    /** Data of following frames that arrived with the current one: at most the result of one read. */
    private final Queue<ByteBuf> waiting = new ArrayDeque<>();

    private SocketAddress source = new InetSocketAddress(0);
    private int headLength;
    private int headWanted;
    private boolean isHeadComplete;
    /** Bytes of the body that have not arrived. */
    private int missing;
    /** Number of the current frame; identifies answers that are too late. */
    private int frame;
    /** From the end of a frame until its answer is written. */
    private boolean isBusy;
    /** From the end of a frame until its answer is known. */
    private boolean isAwaited;

    private boolean isGoingOn;
    /** Whether the connection has ended. */
    private boolean hasEnded;

    private boolean isClosing;

    FrameConnection(FrameLoop loop, Body body, int maxBodyBytes, RequestDeadline deadline, ReasonCounts rejections) {
        this.loop = loop;
        this.body = body;
        this.maxBodyBytes = maxBodyBytes;
        this.deadline = deadline;
        this.rejections = rejections;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        source = context.channel().remoteAddress();
        if (AllowList.NOT_ALLOWED.equals(loop.keepsOut(source))) {
            rejections.add(AllowList.NOT_ALLOWED, 1);
            isClosing = true;
            context.close();
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        loop.countBytes(bytes.readableBytes());
        waiting.add(bytes);
        goOn(context);
    }

    /**
     * Processes received data up to the end of a frame, and the rest after its answer. Reading pauses
     * until then.
     */
    private void goOn(ChannelHandlerContext context) {
        if (isGoingOn) {
            return; // An immediate answer: the loop below continues.
        }
        isGoingOn = true;
        while (!isBusy && !waiting.isEmpty()) {
            ByteBuf bytes = waiting.element();
            take(context, bytes);
            if (!bytes.isReadable()) {
                waiting.remove().release();
            }
        }
        isGoingOn = false;
        context.channel().config().setAutoRead(!isBusy);
    }

    private void take(ChannelHandlerContext context, ByteBuf bytes) {
        if (isClosing) {
            bytes.skipBytes(bytes.readableBytes());
        } else if (isHeadComplete) {
            readBody(context, bytes);
        } else {
            readHead(context, bytes);
        }
    }

    private void readHead(ChannelHandlerContext context, ByteBuf bytes) {
        if (headWanted == 0) {
            deadline.begun();
            begin(context, loop.head().read(head, 0));
        }
        int more = Math.min(bytes.readableBytes(), headWanted - headLength);
        bytes.readBytes(head, headLength, more);
        headLength += more;
        if (headLength == headWanted) {
            begin(context, loop.head().read(head, headLength));
        }
    }

    private void begin(ChannelHandlerContext context, FrameHead.Start start) {
        if (start instanceof FrameHead.More more) {
            headWanted = more.headBytes();
        } else if (start instanceof FrameHead.Wrong wrong) {
            rejections.add(wrong.reason(), 1);
            isClosing = true;
            context.close();
        } else if (start instanceof FrameHead.Body begun) {
            if (begun.bytes() < 0 || begun.bytes() > maxBodyBytes) {
                refuse(context, TOO_LARGE, "a message may have at most " + maxBodyBytes + " bytes: send fewer at once");
                return;
            }
            isHeadComplete = true;
            missing = (int) begun.bytes();
            if (missing == 0) {
                serve(context);
            }
        }
    }

    private void readBody(ChannelHandlerContext context, ByteBuf bytes) {
        ByteBuf part = bytes.readSlice(Math.min(bytes.readableBytes(), missing));
        missing -= part.readableBytes();
        if (body.add(part) != Body.Added.DONE) {
            refuse(context, NO_ROOM, "too many messages arrive at once; nothing was accepted: send it again");
        } else if (missing == 0) {
            serve(context);
        }
    }

    private void serve(ChannelHandlerContext context) {
        isBusy = true;
        if (!loop.hasAnswers()) {
            takeOrWait(context);
            return;
        }
        isAwaited = true;
        int number = frame;
        String keptOut = loop.keepsOut(source);
        if (keptOut != null) {
            rejections.add(keptOut, 1);
            answer(
                    context,
                    number,
                    loop.refusal("this address exceeds its limit; nothing was accepted: send it again later"));
        } else if (!loop.hasRoom()) {
            rejections.add(NO_ROOM, 1);
            answer(
                    context,
                    number,
                    loop.refusal("Kafka accepts less than the gateway receives; nothing was accepted: send it again"));
        } else {
            FrameAnswer answer = loop.take(head, body, source);
            loop.whenKnown(outcome -> answer(context, number, by(outcome, answer)));
        }
        body.clear();
    }

    /** Takes the frame of a sender that gets no answers, now or once there is room. */
    private void takeOrWait(ChannelHandlerContext context) {
        if (!loop.mayTake(source)) {
            deadline.met();
            loop.begunToWait();
            context.executor()
                    .schedule(
                            () -> {
                                loop.endedToWait();
                                takeOrWait(context);
                            },
                            LOOK_FOR_ROOM_MILLIS,
                            TimeUnit.MILLISECONDS);
            return;
        }
        takeUnanswered();
        goOn(context);
        if (hasEnded && !isBusy && !isGoingOn) {
            discard();
        }
    }

    private void takeUnanswered() {
        loop.take(head, body, source);
        loop.whenKnown(outcome -> {}); // Hands over the lines.
        body.clear();
        end();
        isBusy = false;
    }

    /** A line that Kafka refuses for good is in {@code metrics.rejected}; sending it again does not help. */
    private FrameAnswer by(Receipt.Outcome outcome, FrameAnswer answer) {
        return outcome == Receipt.Outcome.NOT_SAFE ? notSafe() : answer;
    }

    private FrameAnswer notSafe() {
        rejections.add(NOT_SAFE, 1);
        return loop.refusal("the values were accepted, but are not known to be safe: send them again");
    }

    private void answer(ChannelHandlerContext context, int number, FrameAnswer answer) {
        if (number != frame || !isAwaited) {
            return; // The deadline has already answered it.
        }
        isAwaited = false;
        end();
        write(context, answer).addListener(written -> {
            isBusy = false;
            if (answer.isLast() || !written.isSuccess()) {
                isClosing = true;
                context.close();
            } else {
                goOn(context);
            }
        });
    }

    private void end() {
        frame++;
        headLength = 0;
        headWanted = 0;
        isHeadComplete = false;
        deadline.met();
    }

    /**
     * Answers during a frame. Discards the rest of it for a moment, because the sender would otherwise
     * not see the answer.
     */
    private void refuse(ChannelHandlerContext context, String reason, String message) {
        rejections.add(reason, 1);
        isClosing = true;
        body.free();
        deadline.met();
        write(context, loop.refusal(message));
        context.executor().schedule(() -> context.close(), LINGER_MILLIS, TimeUnit.MILLISECONDS);
    }

    private static ChannelFuture write(ChannelHandlerContext context, FrameAnswer answer) {
        return context.writeAndFlush(Unpooled.wrappedBuffer(answer.bytes()));
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event == RequestDeadline.PASSED && isAwaited) {
            answer(context, frame, notSafe());
        } else if (event == RequestDeadline.PASSED && !isClosing) {
            rejections.add(TOO_SLOW, 1);
            isClosing = true;
            context.close();
        } else if (event instanceof IdleStateEvent && headLength == 0 && !isBusy) {
            context.close();
        }
    }

    /** Frames of a sender without answers, which believes that they arrived, still wait for room. */
    @Override
    public void channelInactive(ChannelHandlerContext context) {
        hasEnded = true;
        if (loop.hasAnswers() || !isBusy) {
            discard();
        }
    }

    private void discard() {
        if (headLength > 0 && !isAwaited && !isClosing) {
            rejections.add(INCOMPLETE, 1);
        }
        isClosing = true;
        isAwaited = false;
        body.free();
        waiting.forEach(ByteBuf::release);
        waiting.clear();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (cause instanceof DecoderException) {
            rejections.add(BROKEN_TLS, 1);
        } else if (!(cause instanceof IOException)) {
            LOG.warn("frame failed local={}", context.channel().localAddress(), cause);
        }
        isClosing = loop.hasAnswers() || !isBusy;
        context.close();
    }
}
