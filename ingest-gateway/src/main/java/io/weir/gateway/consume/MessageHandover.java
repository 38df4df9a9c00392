package io.weir.gateway.consume;

import io.weir.gateway.intake.InTurn;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.batch.PublishQueue;
import io.weir.gateway.intake.stamp.ReceiveClock;
import io.weir.gateway.intake.stamp.Stamps;
import java.net.SocketAddress;
import java.util.List;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hands the lines of messages to an intake of its own. Belongs to one thread. */
final class MessageHandover {
    /** Rejection reason for a message above the limit of bytes. */
    static final String TOO_LONG = "message-too-long";

    private static final Logger LOG = LoggerFactory.getLogger(MessageHandover.class);
    private static final String INTERNAL_ERROR = "internal-error";

    private final InTurn inTurn = new InTurn();
    private final MessageStamps stamps;
    private final LineIntake lines;
    private final MessageMapping mapping;
    private final PublishQueue queue;
    private final ReceiveClock clock;
    private final int maxBytes;
    private boolean isLogged;

    /**
     * Creates its intake.
     *
     * @param mapping creates what turns a message into lines of the intake
     * @param maxBytes longer messages are rejected
     * @param receiveTime whether lines without any time get the time of receipt
     */
    MessageHandover(Intakes intakes, Function<LineIntake, MessageMapping> mapping, int maxBytes, boolean receiveTime) {
        LineIntake intake = intakes.next(inTurn);
        this.stamps = new MessageStamps(receiveTime ? intake.stamps() : receivedNanos -> Stamps.NONE);
        this.lines = intake.withRedelivery(stamps);
        this.mapping = mapping.apply(lines);
        this.queue = intakes.queue();
        this.clock = intakes.clock();
        this.maxBytes = maxBytes;
    }

    /** Whether there is room for more lines. */
    boolean hasRoom() {
        return queue.hasRoom() && !queue.isKafkaBehind();
    }

    /** Tracks the messages of a new subscription. */
    Acknowledgements acknowledgements() {
        return new Acknowledgements(lines, inTurn);
    }

    /**
     * Hands over messages and records them.
     *
     * @param mustRefuse whether messages of which anything was rejected must be refused
     */
    void take(List<Message> messages, SocketAddress source, boolean mustRefuse, Acknowledgements into) {
        inTurn.execute(() -> {
            for (Message message : messages) {
                long refusals = lines.refusals();
                take(message, source);
                into.taken(message.number(), mustRefuse && lines.refusals() > refusals);
            }
        });
    }

    /**
     * Mappings must not throw. If one does, the message is rejected, because the broker would deliver
     * it again and again.
     */
    private void take(Message message, SocketAddress source) {
        byte[] body = message.body();
        long nowNanos = clock.nowNanos();
        lines.counts().bytes.add(body.length);
        if (body.length > maxBytes) {
            lines.refuse(TOO_LONG, body, 0, body.length, maxBytes, source, nowNanos);
            return;
        }
        stamps.begin(message);
        try {
            mapping.message(message, source, nowNanos);
        } catch (RuntimeException e) {
            lines.refuse(INTERNAL_ERROR, body, 0, body.length, 0, source, nowNanos);
            if (!isLogged) {
                isLogged = true;
                LOG.error("internal error of Weir, not the sender's: a message could not be processed", e);
            }
        }
    }

    /** Flushes lines whose messages will not be acknowledged any more. */
    void flush() {
        inTurn.execute(lines::flush);
    }
}
