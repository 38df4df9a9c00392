package io.weir.processing.time;

import io.weir.contract.topic.Deafness;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Iterator;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The time of one partition: the minimum over the gateways that write to it, as told by their ticks.
 *
 * <p>All that a gateway received before its tick stands before the tick in the partition, so nothing received earlier than
 * this time is still to come. A gateway that was silent for the timeout, measured by the other gateways' ticks, no longer
 * counts; one that ticks counts however slow its clock is, so that a single fast clock hurries nobody. It is missed from then on, until it is
 * back, or for a day. Times are milliseconds since the epoch. Not thread-safe.
 */
public final class LogClock {

    /**
     * What is known of a gateway.
     *
     * @param millis its latest tick
     * @param elapsedMillis how far its own clock has gone on since it was first heard, on the farm's scale
     * @param heardAt how far the farm had come when it was last heard
     * @param lost how much it had lost by then
     */
    private record Gateway(long millis, long elapsedMillis, long heardAt, long lost) {}

    /** No tick was seen yet. */
    public static final long UNKNOWN = Long.MIN_VALUE;

    /** By the other gateways' ticks. */
    static final long MISSED_MILLIS = 24 * 3_600_000L;

    private final long timeoutMillis;
    private final Map<String, Gateway> gateways = new TreeMap<>();
    /** How far the farm had come when each was last heard. */
    private final Map<String, Long> missing = new TreeMap<>();

    private final SortedMap<String, Deafness> untold = new TreeMap<>();
    private long elapsedMillis;
    private long nowMillis = UNKNOWN;

    /** A clock for which a gateway stops counting after this long without a tick. */
    public LogClock(long timeoutMillis) {
        this.timeoutMillis = timeoutMillis;
    }

    /** Takes the tick of a gateway that has lost nothing; returns the partition's time. */
    public long tick(String gateway, long tickMillis) {
        return tick(gateway, tickMillis, 0);
    }

    /**
     * Takes a gateway's tick; returns the partition's time.
     *
     * @param lost how much it has lost since it began: where that is less than before, it began anew
     */
    public long tick(String gateway, long tickMillis, long lost) {
        Gateway last = gateways.getOrDefault(gateway, new Gateway(tickMillis, elapsedMillis, 0, lost));
        if (missing.remove(gateway) != null) {
            untold.put(gateway, Deafness.MISSING);
        } else if (lost > 0 && lost != last.lost) {
            untold.put(gateway, Deafness.LOSING);
        }
        // A clock that is set forward has not waited for anybody.
        long step = Math.min(Math.max(0, tickMillis - last.millis), timeoutMillis / 2);
        elapsedMillis = Math.max(elapsedMillis, last.elapsedMillis + step);
        long latestMillis = Math.max(last.millis, tickMillis);
        gateways.put(gateway, new Gateway(latestMillis, last.elapsedMillis + step, elapsedMillis, lost));
        leaveBehind();
        long slowest =
                gateways.values().stream().mapToLong(Gateway::millis).min().orElse(UNKNOWN);
        nowMillis = Math.max(nowMillis, slowest);
        return nowMillis;
    }

    private void leaveBehind() {
        for (Iterator<Map.Entry<String, Gateway>> each = gateways.entrySet().iterator(); each.hasNext(); ) {
            Map.Entry<String, Gateway> gateway = each.next();
            if (elapsedMillis - gateway.getValue().heardAt > timeoutMillis) {
                missing.put(gateway.getKey(), gateway.getValue().heardAt);
                each.remove();
            }
        }
        missing.values().removeIf(heardAt -> elapsedMillis - heardAt > MISSED_MILLIS);
    }

    /** The gateways that could not be relied on at some time since this was asked before, and why. */
    public SortedMap<String, Deafness> takeDeaf() {
        SortedMap<String, Deafness> deaf = new TreeMap<>(untold);
        missing.keySet().forEach(gateway -> deaf.put(gateway, Deafness.MISSING));
        untold.clear();
        return deaf;
    }

    /** The partition's time, {@link #UNKNOWN} before the first tick. */
    public long nowMillis() {
        return nowMillis;
    }

    /** Forgets everything. */
    public void reset() {
        gateways.clear();
        missing.clear();
        untold.clear();
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
            out.writeLong(gateway.getValue().lost);
        }
        out.writeInt(missing.size());
        for (Map.Entry<String, Long> gateway : missing.entrySet()) {
            out.writeUTF(gateway.getKey());
            out.writeLong(gateway.getValue());
        }
        out.writeInt(untold.size());
        for (Map.Entry<String, Deafness> gateway : untold.entrySet()) {
            out.writeUTF(gateway.getKey());
            out.writeUTF(gateway.getValue().name());
        }
    }

    /** Restores what {@link #write} wrote. */
    public void read(DataInput in) throws IOException {
        reset();
        elapsedMillis = in.readLong();
        nowMillis = in.readLong();
        for (int left = in.readInt(); left > 0; left--) {
            gateways.put(in.readUTF(), new Gateway(in.readLong(), in.readLong(), in.readLong(), in.readLong()));
        }
        for (int left = in.readInt(); left > 0; left--) {
            missing.put(in.readUTF(), in.readLong());
        }
        for (int left = in.readInt(); left > 0; left--) {
            untold.put(in.readUTF(), Deafness.valueOf(in.readUTF()));
        }
    }
}
