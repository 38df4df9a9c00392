package io.weir.gateway.intake;

import io.weir.gateway.intake.batch.Parcel;
import io.weir.gateway.intake.batch.PublishQueue;
import io.weir.gateway.intake.count.InputCounts;
import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Arrays;

/**
 * Counts rejected lines and hands them over for {@code metrics.rejected}. Above a limit of lines or
 * KiB per second they are only counted, so that a flood of garbage does not displace readable
 * lines. Belongs to one thread.
 */
public final class RejectedLines {
    /** Longer lines are truncated to this length. */
    private static final int MOST_BYTES = 500_000;

    private static final SocketAddress NOBODY = new InetSocketAddress(0);

    private final int perSecond;
    private final PublishQueue queue;
    private final InputCounts counts;
    private SocketAddress source = NOBODY;
    private long receivedMillis;
    private long second = Long.MIN_VALUE;
    private int queued;
    private long bytesQueued;
    private long total;

    /**
     * At most {@code perSecond} lines, and as many KiB, are handed over per second of receive time.
     */
    public RejectedLines(int perSecond, PublishQueue queue, InputCounts counts) {
        this.perSecond = perSecond;
        this.queue = queue;
        this.counts = counts;
    }

    /** Sets the sender of the bytes that follow. */
    void from(SocketAddress sender, long nowMillis) {
        source = sender;
        receivedMillis = nowMillis;
    }

    /**
     * Rejects the bytes from {@code from} to {@code to}; {@code at} is the index of the first wrong
     * byte.
     */
    void refuse(String reason, byte[] bytes, int from, int to, int at, int lineNumber) {
        total++;
        counts.rejected.add(reason, 1);
        if (!isWithinLimits()) {
            counts.unpublishedRejects.increment();
            return;
        }
        byte[] refusedBytes = Arrays.copyOfRange(bytes, from, Math.min(to, from + MOST_BYTES));
        int offset = Math.max(0, Math.min(refusedBytes.length, at - from));
        String sender = text(source);
        Parcel refused = new Parcel.Refused(refusedBytes, reason, sender, lineNumber, offset, receivedMillis, counts);
        if (queue.offerRejected(refused)) {
            queued++;
            bytesQueued += refusedBytes.length;
            counts.lastRefusal(reason + " in line " + lineNumber + ", column " + (offset + 1) + ", from " + sender);
        } else {
            counts.unpublishedRejects.increment();
        }
    }

    /** Number of calls of {@link #refuse}. */
    long total() {
        return total;
    }

    private boolean isWithinLimits() {
        if (receivedMillis / 1000 != second) {
            second = receivedMillis / 1000;
            queued = 0;
            bytesQueued = 0;
        }
        return queued < perSecond && bytesQueued < perSecond * 1024L;
    }

    private static String text(SocketAddress source) {
        if (!(source instanceof InetSocketAddress inet)) {
            return source.toString();
        }
        if (inet.isUnresolved()) {
            return inet.getHostString() + ":" + inet.getPort();
        }
        String address = inet.getAddress().getHostAddress();
        if (inet.getAddress() instanceof Inet6Address) {
            boolean hasNoScope = address.endsWith("%0");
            address = "[" + (hasNoScope ? address.substring(0, address.length() - 2) : address) + "]";
        }
        return address + ":" + inet.getPort();
    }
}
