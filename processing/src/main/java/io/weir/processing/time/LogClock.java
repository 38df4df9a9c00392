package io.weir.processing.time;

import io.weir.contract.state.SavedText;
import io.weir.contract.topic.BatchHeaders;
import io.weir.contract.topic.Deafness;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Collection;
import java.util.Iterator;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The time of one partition: the minimum over the gateways that write to it, as their ticks report it.
 *
 * <p>A gateway is complete up to its tick: all that it received before stands in front of the tick in the partition. So nothing received
 * earlier than the minimum is still to come. While another gateway is up to date, the partition waits at most for the timeout for one
 * that is silent, or behind because it still sends what it kept on disk; then its time goes on without it. The wait is measured by the
 * progress of gateways that are up to date: what nobody could send, because Kafka was away, costs nobody's time.
 *
 * <p>No clock is believed that disagrees with the others. A gateway that is ahead of all by more than {@value #LEAD_MILLIS} ms, or
 * behind by more than the timeout although it sends everything, is <em>astray</em>: it does not count. Only when no other gateway has
 * been heard for {@value #ASTRAY_MILLIS} ms, the partition follows the one that is nearest, forwards or backwards.
 *
 * <p>Gateways that do not count are reported ({@link #takeDeaf}) until they do again, or for a day. Times are milliseconds since the
 * epoch. Not thread-safe.
 */
public final class LogClock {

    /** No tick was seen yet. */
    public static final long UNKNOWN = Long.MIN_VALUE;

    /** So far a gateway may be ahead of the others: their ticks come every second. */
    static final long LEAD_MILLIS = 60_000;

    /** For so long, by its own ticks, a gateway must be the only one for the partition to follow it elsewhere. */
    static final long ASTRAY_MILLIS = 60_000;

    /** By the other gateways' ticks. */
    static final long MISSED_MILLIS = 24 * 3_600_000L;

    /** So many gateways are told apart; the first by name are forgotten first. */
    static final int MOST_GATEWAYS = 4_096;

    private final long timeoutMillis;
    private final SortedMap<String, Gateway> counted = new TreeMap<>();
    private final SortedMap<String, Gateway> astray = new TreeMap<>();

    /** Gateways that time went on without, and how far the farm had come when each was last up to date. */
    private final SortedMap<String, Long> missing = new TreeMap<>();

    private final SortedMap<String, Deafness> unreported = new TreeMap<>();

    /** How far the gateways that are up to date have come, since the first tick. */
    private long elapsedMillis;

    private long frontMillis = UNKNOWN;
    private long nowMillis = UNKNOWN;
    private boolean hasJumped;

    /**
     * What is known of a gateway.
     *
     * @param millis up to which it is complete
     * @param sentMillis its own time when it last ticked
     * @param elapsedMillis how far its own time has gone on, on the farm's scale; of one that is astray, since it is
     * @param goodAt how far the farm had come when it was last up to date
     * @param lost how much it had lost by then
     */
    private record Gateway(long millis, long sentMillis, long elapsedMillis, long goodAt, long lost) {
        void write(DataOutput out) throws IOException {
            out.writeLong(millis);
            out.writeLong(sentMillis);
            out.writeLong(elapsedMillis);
            out.writeLong(goodAt);
            out.writeLong(lost);
        }

        static Gateway read(DataInput in) throws IOException {
            return new Gateway(in.readLong(), in.readLong(), in.readLong(), in.readLong(), in.readLong());
        }
    }

    /**
     * A gateway's tick.
     *
     * @param millis up to which it is complete
     * @param sentMillis its time; later than {@code millis} if it is behind
     * @param lost how much it has lost since it began: where that is less than before, it began anew
     */
    public record Tick(String gateway, long millis, long sentMillis, long lost) {
        /** A gateway that has sent everything, and lost nothing. */
        public Tick(String gateway, long millis) {
            this(gateway, millis, millis, 0);
        }

        boolean isBehind() {
            return sentMillis > millis;
        }
    }

    /** A clock that waits so long for a gateway while another is up to date. */
    public LogClock(long timeoutMillis) {
        this.timeoutMillis = timeoutMillis;
    }

    /** Takes a tick; returns the partition's time. */
    public long tick(Tick tick) {
        if (isAstray(tick)) {
            goAstray(tick);
        } else {
            if (astray.remove(tick.gateway) != null) {
                unreported.put(tick.gateway, Deafness.CLOCK);
            }
            count(tick);
        }
        leaveBehind();
        long slowest =
                counted.values().stream().mapToLong(Gateway::millis).min().orElse(UNKNOWN);
        nowMillis = Math.max(nowMillis, slowest);
        return nowMillis;
    }

    private boolean isAstray(Tick tick) {
        if (frontMillis == UNKNOWN) {
            return false;
        }
        boolean isAhead = tick.millis - frontMillis > LEAD_MILLIS;
        return isAhead || (!tick.isBehind() && frontMillis - tick.millis > timeoutMillis);
    }

    private void goAstray(Tick tick) {
        counted.remove(tick.gateway);
        missing.remove(tick.gateway);
        Gateway last = astray.getOrDefault(tick.gateway, new Gateway(tick.millis, tick.sentMillis, 0, 0, tick.lost));
        long elapsed = last.elapsedMillis + step(tick, last);
        astray.put(tick.gateway, new Gateway(tick.millis, tick.sentMillis, elapsed, elapsedMillis, tick.lost));
        forgetOldest(astray);
        if (elapsed >= ASTRAY_MILLIS) {
            follow(nearest(astray.values()));
        }
    }

    /** The farm's time is elsewhere: no gateway agreed with what was its time for long enough. */
    private void follow(Gateway to) {
        frontMillis = to.millis;
        nowMillis = to.millis;
        hasJumped = true;
        counted.clear();
        Map<String, Gateway> candidates = new TreeMap<>(astray);
        astray.clear();
        candidates.forEach((name, each) -> {
            if (Math.abs(each.millis - to.millis) <= timeoutMillis) {
                counted.put(name, new Gateway(each.millis, each.sentMillis, elapsedMillis, elapsedMillis, each.lost));
                unreported.put(name, Deafness.CLOCK);
            }
        });
    }

    private Gateway nearest(Collection<Gateway> candidates) {
        Gateway nearest = candidates.iterator().next();
        for (Gateway each : candidates) {
            boolean isNearer = Math.abs(each.millis - frontMillis) < Math.abs(nearest.millis - frontMillis);
            nearest = each.elapsedMillis >= ASTRAY_MILLIS / 2 && isNearer ? each : nearest;
        }
        return nearest;
    }

    private void count(Tick tick) {
        Gateway last = counted.get(tick.gateway);
        if (tick.isBehind() && missing.containsKey(tick.gateway) && !counted.isEmpty()) {
            return; // Time goes on without it, until it is up to date.
        }
        if (missing.remove(tick.gateway) != null) {
            unreported.put(tick.gateway, Deafness.MISSING);
        } else if (last != null && tick.lost > 0 && tick.lost != last.lost) {
            unreported.put(tick.gateway, Deafness.LOSING);
        }
        long elapsed = elapsedMillis;
        long goodAt = last == null ? elapsedMillis : last.goodAt;
        if (!tick.isBehind()) {
            elapsed = last == null ? elapsedMillis : last.elapsedMillis + step(tick, last);
            elapsedMillis = Math.max(elapsedMillis, elapsed);
            goodAt = elapsedMillis;
            astray.replaceAll((name, each) -> new Gateway(each.millis, each.sentMillis, 0, each.goodAt, each.lost));
        }
        long millis = last == null ? tick.millis : Math.max(last.millis, tick.millis);
        counted.put(tick.gateway, new Gateway(millis, tick.sentMillis, elapsed, goodAt, tick.lost));
        forgetOldest(counted);
        frontMillis = Math.max(frontMillis, millis);
    }

    /** By how much the gateway's own time went on. A clock that is set forward has not waited for anybody. */
    private long step(Tick tick, Gateway last) {
        return Math.min(Math.max(0, tick.sentMillis - last.sentMillis), timeoutMillis / 2);
    }

    private void leaveBehind() {
        for (Iterator<Map.Entry<String, Gateway>> each = counted.entrySet().iterator(); each.hasNext(); ) {
            Map.Entry<String, Gateway> gateway = each.next();
            if (elapsedMillis - gateway.getValue().goodAt > timeoutMillis) {
                missing.put(gateway.getKey(), gateway.getValue().goodAt);
                each.remove();
            }
        }
        missing.values().removeIf(goodAt -> elapsedMillis - goodAt > MISSED_MILLIS);
        astray.values().removeIf(each -> elapsedMillis - each.goodAt > MISSED_MILLIS);
    }

    private static void forgetOldest(SortedMap<String, Gateway> gateways) {
        if (gateways.size() > MOST_GATEWAYS) {
            gateways.remove(gateways.firstKey());
        }
    }

    /** Takes over another clock's time, which may be earlier. */
    public void set(long millis) {
        nowMillis = millis;
    }

    /**
     * When something was received, for the farm: {@code millis}, unless the clock of the gateway that says so disagrees with the
     * others; then now.
     */
    public long receivedMillis(String gateway, long millis) {
        boolean isAhead = frontMillis != UNKNOWN && millis - frontMillis > LEAD_MILLIS;
        return nowMillis != UNKNOWN && (isAhead || astray.containsKey(gateway)) ? nowMillis : millis;
    }

    /** How far the gateways that are up to date have come since the first tick, whatever their clocks say. */
    public long elapsedMillis() {
        return elapsedMillis;
    }

    /** Whether {@link #takeDeaf} would say anything. */
    public boolean hasDeaf() {
        return !unreported.isEmpty() || !missing.isEmpty() || !astray.isEmpty();
    }

    /** The gateways that could not be relied on at some time since this was asked before, and why. */
    public SortedMap<String, Deafness> takeDeaf() {
        SortedMap<String, Deafness> deaf = new TreeMap<>(unreported);
        missing.keySet().forEach(gateway -> deaf.put(gateway, Deafness.MISSING));
        astray.keySet().forEach(gateway -> deaf.put(gateway, Deafness.CLOCK));
        unreported.clear();
        return deaf;
    }

    /** Kafka deleted records of the partition before they were read. */
    public void missed() {
        unreported.put(BatchHeaders.KAFKA, Deafness.DELETED);
    }

    /** Whether time has gone somewhere else since this was asked before. */
    public boolean takeJump() {
        boolean jumped = hasJumped;
        hasJumped = false;
        return jumped;
    }

    /** The partition's time, {@link #UNKNOWN} before the first tick. Goes back only where no gateway agrees with it any more. */
    public long nowMillis() {
        return nowMillis;
    }

    /** Forgets everything. */
    public void reset() {
        counted.clear();
        astray.clear();
        missing.clear();
        unreported.clear();
        elapsedMillis = 0;
        frontMillis = UNKNOWN;
        nowMillis = UNKNOWN;
        hasJumped = false;
    }

    /** Writes the clock's state. */
    public void write(DataOutput out) throws IOException {
        out.writeLong(elapsedMillis);
        out.writeLong(frontMillis);
        out.writeLong(nowMillis);
        write(counted, out);
        write(astray, out);
        out.writeInt(missing.size());
        for (Map.Entry<String, Long> gateway : missing.entrySet()) {
            SavedText.write(gateway.getKey(), out);
            out.writeLong(gateway.getValue());
        }
        out.writeInt(unreported.size());
        for (Map.Entry<String, Deafness> gateway : unreported.entrySet()) {
            SavedText.write(gateway.getKey(), out);
            out.writeUTF(gateway.getValue().name());
        }
    }

    private static void write(SortedMap<String, Gateway> gateways, DataOutput out) throws IOException {
        out.writeInt(gateways.size());
        for (Map.Entry<String, Gateway> gateway : gateways.entrySet()) {
            SavedText.write(gateway.getKey(), out);
            gateway.getValue().write(out);
        }
    }

    /** Restores what {@link #write} wrote. */
    public void read(DataInput in) throws IOException {
        reset();
        elapsedMillis = in.readLong();
        frontMillis = in.readLong();
        nowMillis = in.readLong();
        read(counted, in);
        read(astray, in);
        for (int left = in.readInt(); left > 0; left--) {
            missing.put(SavedText.read(in), in.readLong());
        }
        for (int left = in.readInt(); left > 0; left--) {
            unreported.put(SavedText.read(in), Deafness.valueOf(in.readUTF()));
        }
    }

    private static void read(SortedMap<String, Gateway> gateways, DataInput in) throws IOException {
        for (int left = in.readInt(); left > 0; left--) {
            gateways.put(SavedText.read(in), Gateway.read(in));
        }
    }
}
