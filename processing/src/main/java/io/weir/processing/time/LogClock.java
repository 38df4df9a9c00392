package io.weir.processing.time;

import io.weir.contract.state.SavedText;
import io.weir.contract.topic.BatchHeaders;
import io.weir.contract.topic.Unreliability;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The time of one partition (log time): the minimum over the gateways that write to it, as reported
 * by their ticks.
 *
 * <p>A gateway is complete up to its tick: all that it received before precedes the tick in the
 * partition. So no line received before the minimum can still arrive. While another gateway is up
 * to date, the partition waits at most the timeout for one that is silent, or lags because it still
 * sends its spool. Then time continues without it. The wait is measured by the progress of gateways
 * that are up to date, so an outage of Kafka, which stops all of them, uses up no timeout.
 *
 * <p>A clock that disagrees with the others is not used. A gateway is <em>astray</em> and does not
 * count if its clock is ahead of the others by more than {@value #LEAD_MILLIS} ms, or behind them
 * by more than both that and the timeout. Another gateway that counts and ticks meanwhile
 * <em>contradicts</em> it. After an outage that silenced all, no gateway contradicts another. The
 * partition then follows the nearest of those that tick, forwards or backwards:
 * {@value #ALONE_MILLIS} ms after the last gateway that counted is astray, too, or after the
 * timeout if one stays silent. A gateway that was contradicted must be the only one for
 * {@value #ASTRAY_MILLIS} ms.
 *
 * <p>Gateways that do not count are reported as unreliable ({@link #takeUnreliable}) until they count
 * again, or for a day. Times are milliseconds since the epoch. Not thread-safe.
 */
public final class LogClock {

    /** The time before the first tick. */
    public static final long UNKNOWN = Long.MIN_VALUE;

    /** Largest difference of a clock from the others; half of it is allowed from the brokers. */
    static final long LEAD_MILLIS = 60_000;

    /** How long a contradicted gateway must be the only one, by its ticks, to be followed. */
    static final long ASTRAY_MILLIS = 60_000;

    /** The same where no gateway counts that might contradict it: one wrong tick moves nothing. */
    static final long ALONE_MILLIS = 5_000;

    /** How long an absent gateway is remembered, by the other gateways' ticks. */
    static final long MISSED_MILLIS = 24 * 3_600_000L;

    /** Maximum number of gateways; beyond it, the first by name is forgotten. */
    static final int MOST_GATEWAYS = 4_096;

    private final long timeoutMillis;
    private final SortedMap<String, Gateway> counted = new TreeMap<>();
    private final SortedMap<String, Stray> astray = new TreeMap<>();

    /** Gateways that time continues without, and the elapsed time when each was last up to date. */
    private final SortedMap<String, Long> missing = new TreeMap<>();

    private final SortedMap<String, Unreliability> unreported = new TreeMap<>();

    /** Progress of the gateways that are up to date, since the first tick. */
    private long elapsedMillis;

    /** The latest clock of the gateways that counted. */
    private long frontMillis = UNKNOWN;

    private long nowMillis = UNKNOWN;
    private boolean hasJumped;
    private boolean isReceiptKnown = true;

    /**
     * A gateway that is astray.
     *
     * @param aloneMillis its own progress since it went astray or was last contradicted
     * @param isContradicted whether another gateway that counts has ticked meanwhile
     */
    private record Stray(Gateway last, long aloneMillis, boolean isContradicted) {
        void write(DataOutput out) throws IOException {
            last.write(out);
            out.writeLong(aloneMillis);
            out.writeBoolean(isContradicted);
        }

        static Stray read(DataInput in) throws IOException {
            return new Stray(Gateway.read(in), in.readLong(), in.readBoolean());
        }
    }

    /**
     * A gateway's tick.
     *
     * @param millis receive time up to which it is complete
     * @param sentMillis its own time; later than {@code millis} if it lags
     * @param lost its losses since its start; a smaller number than before means a restart
     */
    public record Tick(String gateway, long millis, long sentMillis, long lost) {
        /** The tick of a gateway that has sent everything and lost nothing. */
        public Tick(String gateway, long millis) {
            this(gateway, millis, millis, 0);
        }

        boolean isLagging() {
            return sentMillis > millis;
        }
    }

    /** @param timeoutMillis how long to wait for a gateway while another is up to date */
    public LogClock(long timeoutMillis) {
        this.timeoutMillis = timeoutMillis;
    }

    /** Accepts a tick; returns the partition's time. */
    public long tick(Tick tick) {
        if (isAstray(tick)) {
            goAstray(tick);
        } else {
            readmit(tick);
            count(tick);
        }
        stopWaiting();
        nowMillis = Math.max(nowMillis, slowest());
        return nowMillis;
    }

    private long slowest() {
        return counted.values().stream().mapToLong(Gateway::millis).min().orElse(UNKNOWN);
    }

    private boolean isAstray(Tick tick) {
        if (frontMillis == UNKNOWN) {
            return false;
        }
        long others = counted.entrySet().stream()
                .filter(each -> !each.getKey().equals(tick.gateway) && isRecent(each.getValue()))
                .mapToLong(each -> each.getValue().sentMillis())
                .max()
                .orElse(frontMillis);
        return tick.millis - others > LEAD_MILLIS || others - tick.sentMillis > Math.max(timeoutMillis, LEAD_MILLIS);
    }

    private boolean isRecent(Gateway gateway) {
        return elapsedMillis - gateway.goodAt() <= timeoutMillis / 2;
    }

    private void goAstray(Tick tick) {
        counted.remove(tick.gateway);
        missing.remove(tick.gateway);
        Gateway gateway = new Gateway(tick.millis, tick.sentMillis, elapsedMillis, elapsedMillis, tick.lost);
        Stray before = astray.getOrDefault(tick.gateway, new Stray(gateway, 0, false));
        long alone = before.aloneMillis + step(tick, before.last);
        astray.put(tick.gateway, new Stray(gateway, alone, before.isContradicted));
        forgetOldest(astray);
        if (alone >= enough(before)) {
            follow();
        }
    }

    private long enough(Stray stray) {
        if (stray.isContradicted) {
            return ASTRAY_MILLIS;
        }
        return counted.isEmpty() ? Math.min(ALONE_MILLIS, timeoutMillis) : timeoutMillis;
    }

    private void readmit(Tick tick) {
        Stray stray = astray.remove(tick.gateway);
        if (stray != null && (stray.isContradicted || tick.sentMillis < stray.last.sentMillis())) {
            unreported.put(tick.gateway, Unreliability.CLOCK);
        }
    }

    /** Moves time to a stray gateway: for long enough, none agreed with the previous time. */
    private void follow() {
        Stray to = nearest();
        boolean isBack = to.last.sentMillis() < frontMillis;
        boolean isJump = isBack || to.isContradicted;
        frontMillis = to.last.sentMillis();
        counted.forEach((name, silent) -> missing.put(name, silent.goodAt()));
        counted.clear();
        Map<String, Stray> candidates = new TreeMap<>(astray);
        astray.clear();
        candidates.forEach((name, each) -> {
            if (Math.abs(each.last.sentMillis() - frontMillis) <= LEAD_MILLIS) {
                counted.put(name, each.last.asOf(elapsedMillis));
                if (isJump) {
                    unreported.put(name, Unreliability.CLOCK);
                }
            }
        });
        nowMillis = isBack ? slowest() : Math.max(nowMillis, slowest());
        hasJumped |= isJump;
    }

    private Stray nearest() {
        return astray.values().stream()
                .filter(each -> each.aloneMillis >= enough(each) / 2)
                .min(Comparator.comparingLong(each -> Math.abs(each.last.sentMillis() - frontMillis)))
                .orElseThrow();
    }

    private void count(Tick tick) {
        Gateway last = counted.get(tick.gateway);
        if (tick.isLagging() && missing.containsKey(tick.gateway) && !counted.isEmpty()) {
            return; // time continues without it until it is up to date
        }
        if (missing.remove(tick.gateway) != null) {
            unreported.put(tick.gateway, Unreliability.MISSING);
        } else if (last != null && tick.lost > 0 && tick.lost != last.lost()) {
            unreported.put(tick.gateway, Unreliability.LOSING);
        }
        long elapsed = elapsedMillis;
        long goodAt = last == null ? elapsedMillis : last.goodAt();
        if (!tick.isLagging()) {
            elapsed = last == null ? elapsedMillis : last.elapsedMillis() + step(tick, last);
            elapsedMillis = Math.max(elapsedMillis, elapsed);
            goodAt = elapsedMillis;
            astray.replaceAll((name, each) -> new Stray(each.last, 0, true));
        }
        long millis = last == null ? tick.millis : Math.max(last.millis(), tick.millis);
        counted.put(tick.gateway, new Gateway(millis, tick.sentMillis, elapsed, goodAt, tick.lost));
        forgetOldest(counted);
        frontMillis = Math.max(frontMillis, tick.sentMillis);
    }

    /** Progress of the gateway's own time; bounded, because a clock set forward has not waited. */
    private long step(Tick tick, Gateway last) {
        return Math.min(Math.max(0, tick.sentMillis - last.sentMillis()), timeoutMillis / 2);
    }

    private void stopWaiting() {
        for (Iterator<Map.Entry<String, Gateway>> each = counted.entrySet().iterator(); each.hasNext(); ) {
            Map.Entry<String, Gateway> gateway = each.next();
            if (elapsedMillis - gateway.getValue().goodAt() > timeoutMillis) {
                missing.put(gateway.getKey(), gateway.getValue().goodAt());
                each.remove();
            }
        }
        missing.values().removeIf(goodAt -> elapsedMillis - goodAt > MISSED_MILLIS);
        astray.values().removeIf(each -> elapsedMillis - each.last.goodAt() > MISSED_MILLIS);
    }

    private static void forgetOldest(SortedMap<String, ?> gateways) {
        if (gateways.size() > MOST_GATEWAYS) {
            gateways.remove(gateways.firstKey());
        }
    }

    /** Adopts the time of another clock, which may be earlier. */
    public void set(long millis) {
        nowMillis = millis;
    }

    /**
     * The receive time to use: {@code millis}, or now if the gateway is contradicted. A time long
     * before the gateway's own tick is that of brokers whose clock was behind: then the tick, an
     * earlier time than that of receipt ({@link #isReceiptKnown}).
     */
    public long receivedMillis(String gateway, long millis) {
        isReceiptKnown = true;
        Stray stray = astray.get(gateway);
        if (stray != null && stray.isContradicted && nowMillis != UNKNOWN) {
            return nowMillis;
        }
        Gateway ticked = counted.get(gateway);
        if (ticked == null || ticked.millis() - millis <= LEAD_MILLIS) {
            return millis;
        }
        isReceiptKnown = false;
        return ticked.millis();
    }

    /** Whether the last {@link #receivedMillis} is the time of receipt, as far as clocks are right. */
    public boolean isReceiptKnown() {
        return isReceiptKnown;
    }

    /** Progress of up-to-date gateways since the first tick, independent of their clocks. */
    public long elapsedMillis() {
        return elapsedMillis;
    }

    /** Whether {@link #takeUnreliable} would return any gateway. */
    public boolean hasUnreliable() {
        return !unreported.isEmpty()
                || !missing.isEmpty()
                || astray.values().stream().anyMatch(Stray::isContradicted);
    }

    /** Returns the gateways that were unreliable at some time since the last call, and why. */
    public SortedMap<String, Unreliability> takeUnreliable() {
        SortedMap<String, Unreliability> unreliable = new TreeMap<>(unreported);
        missing.keySet().forEach(gateway -> unreliable.put(gateway, Unreliability.MISSING));
        astray.forEach((gateway, stray) -> {
            if (stray.isContradicted) {
                unreliable.put(gateway, Unreliability.CLOCK);
            }
        });
        unreported.clear();
        return unreliable;
    }

    /** Notes that Kafka deleted records of the partition before they were read. */
    public void missed() {
        unreported.put(BatchHeaders.KAFKA, Unreliability.DELETED);
    }

    /** Returns whether time went back, or to a contradicted gateway, since the last call. */
    public boolean takeJump() {
        boolean jumped = hasJumped;
        hasJumped = false;
        return jumped;
    }

    /** The partition's time or {@link #UNKNOWN}. Goes back only if no gateway agrees with it. */
    public long nowMillis() {
        return nowMillis;
    }

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

    /** Writes the state. */
    public void write(DataOutput out) throws IOException {
        out.writeLong(elapsedMillis);
        out.writeLong(frontMillis);
        out.writeLong(nowMillis);
        write(counted, out, Gateway::write);
        write(astray, out, Stray::write);
        out.writeInt(missing.size());
        for (Map.Entry<String, Long> gateway : missing.entrySet()) {
            SavedText.write(gateway.getKey(), out);
            out.writeLong(gateway.getValue());
        }
        out.writeInt(unreported.size());
        for (Map.Entry<String, Unreliability> gateway : unreported.entrySet()) {
            SavedText.write(gateway.getKey(), out);
            out.writeUTF(gateway.getValue().name());
        }
    }

    private static <T> void write(SortedMap<String, T> gateways, DataOutput out, Writing<T> writing)
            throws IOException {
        out.writeInt(gateways.size());
        for (Map.Entry<String, T> gateway : gateways.entrySet()) {
            SavedText.write(gateway.getKey(), out);
            writing.write(gateway.getValue(), out);
        }
    }

    /** Restores what {@link #write} wrote. */
    public void read(DataInput in) throws IOException {
        reset();
        elapsedMillis = in.readLong();
        frontMillis = in.readLong();
        nowMillis = in.readLong();
        for (int left = in.readInt(); left > 0; left--) {
            counted.put(SavedText.read(in), Gateway.read(in));
        }
        for (int left = in.readInt(); left > 0; left--) {
            astray.put(SavedText.read(in), Stray.read(in));
        }
        for (int left = in.readInt(); left > 0; left--) {
            missing.put(SavedText.read(in), in.readLong());
        }
        for (int left = in.readInt(); left > 0; left--) {
            unreported.put(SavedText.read(in), Unreliability.valueOf(in.readUTF()));
        }
    }

    private interface Writing<T> {
        void write(T what, DataOutput out) throws IOException;
    }
}
