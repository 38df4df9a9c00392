package io.weir.processing.time;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/**
 * The time of one partition: the minimum over the gateways that write to it, as told by their ticks.
 *
 * <p>All that a gateway received before its tick stands before the tick in the partition, so nothing received earlier than
 * this time is still to come. A gateway that was silent for the timeout, measured by the other gateways' ticks, no longer
 * counts. Times are milliseconds since the epoch. Not thread-safe.
 */
public final class LogClock {

    /** No tick was seen yet. */
    public static final long UNKNOWN = Long.MIN_VALUE;

    private final long timeoutMillis;
    private final Map<String, Long> gateways = new TreeMap<>();
    private long newestMillis = UNKNOWN;
    private long nowMillis = UNKNOWN;

    /** A clock for which a gateway stops counting after this long without a tick. */
    public LogClock(long timeoutMillis) {
        this.timeoutMillis = timeoutMillis;
    }

    /** Takes a gateway's tick; returns the partition's time. */
    public long tick(String gateway, long tickMillis) {
        newestMillis = Math.max(newestMillis, tickMillis);
        gateways.merge(gateway, tickMillis, Math::max);
        gateways.values().removeIf(last -> newestMillis - last > timeoutMillis);
        long slowest =
                gateways.values().stream().mapToLong(Long::longValue).min().orElse(UNKNOWN);
        nowMillis = Math.max(nowMillis, slowest);
        return nowMillis;
    }

    /** The partition's time, {@link #UNKNOWN} before the first tick. */
    public long nowMillis() {
        return nowMillis;
    }

    /** Writes the clock's state. */
    public void write(DataOutput out) throws IOException {
        out.writeLong(newestMillis);
        out.writeLong(nowMillis);
        out.writeInt(gateways.size());
        for (Map.Entry<String, Long> gateway : gateways.entrySet()) {
            out.writeUTF(gateway.getKey());
            out.writeLong(gateway.getValue());
        }
    }

    /** Restores what {@link #write} wrote. */
    public void read(DataInput in) throws IOException {
        gateways.clear();
        newestMillis = in.readLong();
        nowMillis = in.readLong();
        for (int left = in.readInt(); left > 0; left--) {
            gateways.put(in.readUTF(), in.readLong());
        }
    }
}
