package io.weir.gateway.consume;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.gateway.intake.stamp.StampUnit;
import io.weir.gateway.intake.stamp.Stamps;
import java.util.zip.CRC32C;

/**
 * The timestamps of lines without one: the time of their message, and within its unit (a second) a
 * checksum of the message's id and body as nanoseconds. They are the same each time that a message
 * is delivered, and differ between messages of the same second. Each line of a message gets one
 * nanosecond more than the line before. No timestamps are assigned in a message whose time is out of
 * range. Not thread-safe.
 */
public final class MessageStamps implements Stamps {
    /** Later times have no room for a checksum and the lines of a message. */
    private static final long LATEST = Long.MAX_VALUE - 2_000_000_000L;

    private final CRC32C checksum = new CRC32C();
    private final Stamps withoutTime;
    private boolean hasTime;
    private long next = NONE;

    /** {@code withoutTime} assigns the timestamps of messages without a time. */
    public MessageStamps(Stamps withoutTime) {
        this.withoutTime = withoutTime;
    }

    /** The following lines belong to this message. */
    public void begin(Message message) {
        long time = message.time();
        hasTime = time != Message.NO_TIME;
        if (!hasTime || !StampUnit.AUTO.fits(time) || StampUnit.AUTO.toNanos(time) > LATEST) {
            next = NONE;
            return;
        }
        checksum.reset();
        byte[] id = message.id().getBytes(UTF_8);
        checksum.update(id, 0, id.length);
        checksum.update(message.body(), 0, message.body().length);
        next = StampUnit.AUTO.toNanos(time) + checksum.getValue() % StampUnit.AUTO.nanosOf(time);
    }

    @Override
    public long next(long receivedNanos) {
        if (!hasTime) {
            return withoutTime.next(receivedNanos);
        }
        return next == NONE ? NONE : next++;
    }
}
