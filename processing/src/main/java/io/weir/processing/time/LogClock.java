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
 * counts; one that ticks counts however slow its clock is, so that a single fast clock hurries nobody. Times are milliseconds since the epoch. Not thread-safe.
 */
public final class LogClock {

    /**
     * What is known of a gateway.
     *
     * @param millis its latest tick
     * @param elapsedMillis how far its own clock has gone on since it was first heard, on the farm's scale
     * @param heardAt how far the farm had come when it was last heard
     */
    private record Gateway(long millis, long elapsedMillis, long heardAt) {}

    /** No tick was seen yet. */
    public static final long UNKNOWN = Long.MIN_VALUE;

    private final long timeoutMillis;
    private final Map<String, Gateway> gateways = new TreeMap<>();
    private long elapsedMillis;
    private long nowMillis = UNKNOWN;

    /** A clock for which a gateway stops counting after this long without a tick. */
    public LogClock(long timeoutMillis) {
        this.timeoutMillis = timeoutMillis;
    }

    /** Takes a gateway's tick; returns the partition's time. */
    public long tick(String gateway, long tickMillis) {
        Gateway last = gateways.getOrDefault(gateway, new Gateway(tickMillis, elapsedMillis, 0));
        // A clock that is set forward has not waited for anybody.
        long step = Math.min(Math.max(0, tickMillis - last.millis), timeoutMillis / 2);
        elapsedMillis = Math.max(elapsedMillis, last.elapsedMillis + step);
        long latestMillis = Math.max(last.millis, tickMillis);
        gateways.put(gateway, new Gateway(latestMillis, last.elapsedMillis + step, elapsedMillis));
        gateways.values().removeIf(other -> elapsedMillis - other.heardAt > timeoutMillis);
        long slowest =
                gateways.values().stream().mapToLong(Gateway::millis).min().orElse(UNKNOWN);
        nowMillis = Math.max(nowMillis, slowest);
        return nowMillis;
    }

    /** The partition's time, {@link #UNKNOWN} before the first tick. */
    public long nowMillis() {
        return nowMillis;
    }

    /** Forgets everything. */
    public void reset() {
        gateways.clear();
        elapsedMillis = 0;
        nowMillis = UNKNOWN;
    }

    /** Writes the clock's state. */
    public void write(DataOutput out) throws IOException {
        out.writeLong(elapsedMillis);
        out.writeLong(nowMillis);
        out.writeInt(gateways.size());
        for (Map.Entry<String, Gateway> gateway : gateways.entrySet()) {
            out.writeUTF(gateway.getKey());
            out.writeLong(gateway.getValue().millis);
            out.writeLong(gateway.getValue().elapsedMillis);
            out.writeLong(gateway.getValue().heardAt);
        }
    }

    /** Restores what {@link #write} wrote. */
    public void read(DataInput in) throws IOException {
        reset();
        elapsedMillis = in.readLong();
        nowMillis = in.readLong();
        for (int left = in.readInt(); left > 0; left--) {
            gateways.put(in.readUTF(), new Gateway(in.readLong(), in.readLong(), in.readLong()));
        }
    }
}
