package io.weir.gateway.intake;

import io.weir.contract.line.LineReader;
import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.util.Arrays;

/**
 * Counts refused lines and hands them on for the topic of the rejected; above a number of lines or KiB a second they are only
 * counted, so that a flood of rubbish costs the readable lines nothing. Belongs to one thread; {@link #last} is for any.
 */
public final class Refusals {
    private final int perSecond;
    private final HandOff handOff;
    private final GatewayCounts counts;
    private long second = Long.MIN_VALUE;
    private int handedOn;
    private long bytesHandedOn;
    private volatile String last = "";

    /** At most {@code perSecond} lines, and as many KiB, are handed on in a second of receive time. */
    public Refusals(int perSecond, HandOff handOff, GatewayCounts counts) {
        this.perSecond = perSecond;
        this.handOff = handOff;
        this.counts = counts;
    }

    /** The newest refusal that was handed on, in words for the log; empty if there was none. */
    public String last() {
        return last;
    }

    /** Refuses the reader's current line; {@code at} is an index into its bytes. */
    void refuse(String reason, LineReader line, int at, InetSocketAddress source, long receivedMillis) {
        counts.rejected.add(reason, 1);
        if (!isWithinLimits(receivedMillis)) {
            counts.unpublishedRejects.increment();
            return;
        }
        byte[] bytes = Arrays.copyOfRange(line.bytes(), line.lineStart(), line.lineEnd());
        int offset = Math.max(0, Math.min(bytes.length, at - line.lineStart()));
        String from = text(source);
        Parcel refused = new Parcel.Refused(bytes, reason, from, line.lineNumber(), offset, receivedMillis);
        if (handOff.offerCheap(refused)) {
            handedOn++;
            bytesHandedOn += bytes.length;
            last = reason + " in line " + line.lineNumber() + ", column " + (offset + 1) + ", from " + from;
        } else {
            counts.unpublishedRejects.increment();
        }
    }

    private boolean isWithinLimits(long receivedMillis) {
        if (receivedMillis / 1000 != second) {
            second = receivedMillis / 1000;
            handedOn = 0;
            bytesHandedOn = 0;
        }
        return handedOn < perSecond && bytesHandedOn < perSecond * 1024L;
    }

    private static String text(InetSocketAddress source) {
        String address = source.getAddress().getHostAddress();
        if (source.getAddress() instanceof Inet6Address) {
            boolean hasNoScope = address.endsWith("%0");
            address = "[" + (hasNoScope ? address.substring(0, address.length() - 2) : address) + "]";
        }
        return address + ":" + source.getPort();
    }
}
