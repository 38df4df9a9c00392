package io.weir.alarming.absence;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.alarming.absence.WatchedKey.Reported;
import io.weir.contract.alarm.Presence;
import io.weir.contract.state.Checkpoint;
import io.weir.contract.state.SavedText;
import io.weir.contract.state.SeriesTable;
import io.weir.contract.state.Tier;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The keys of absence rules seen in one partition. Reports keys that are silent for their period,
 * and keys that send again. One tier of the partition's state; {@link #lastSeen} is another. Not
 * thread-safe.
 */
public final class AbsenceTracker implements Tier {

    /** Limit of keys watched in one partition. */
    static final int MOST_KEYS = 1_000_000;

    private final BooleanSupplier hasRoom;
    private final SeriesTable<WatchedKey> keys = new SeriesTable<>(this::forgetBytes);
    private final LastSeen lastSeen = new LastSeen();
    private final SortedMap<String, Long> listeningSince = new TreeMap<>();
    private final GatewayReliability reliability = new GatewayReliability();
    private long nowMillis = WatchedKey.NEVER;
    private String version = "";
    private boolean isRestored;
    private long bytes;

    /**
     * Receivers of changes.
     *
     * @param listener receives presence changes
     * @param keys checkpoint of this tier
     * @param lastSeen checkpoint of the tier {@link AbsenceTracker#lastSeen()}
     */
    public record Sinks(PresenceListener listener, Checkpoint keys, Checkpoint lastSeen) {}

    /**
     * Creates a tracker without keys.
     *
     * @param hasRoom whether another key may be watched
     */
    public AbsenceTracker(BooleanSupplier hasRoom) {
        this.hasRoom = hasRoom;
    }

    /** Returns the tier that saves when keys were seen. */
    public Tier lastSeen() {
        return lastSeen;
    }

    /** The estimated heap bytes of the keys that are seen and not forgotten. */
    public long bytes() {
        return bytes;
    }

    private void forgetBytes(int slot) {
        bytes -= keys.value(slot).bytes();
    }

    /** Returns the number of keys seen and not forgotten. */
    public int size() {
        return keys.size();
    }

    /**
     * Starts the processing of a record; call it before all other methods. After a rule switch or a
     * restart, drops the keys that no rule covers any more.
     */
    public void begin(AbsencePlans rules, Sinks sinks) {
        boolean isSwitch = !version.equals(rules.version());
        if (isRestored) {
            lastSeen.applyTo(keys);
        }
        if (!isSwitch && !isRestored) {
            return;
        }
        int before = keys.size();
        for (int slot = 0; slot < keys.slotLimit(); slot++) {
            if (keys.isUsed(slot)) {
                applyRules(rules, keys.value(slot), isSwitch, sinks);
            }
        }
        if (keys.size() < before) {
            rewrite(sinks);
        }
        version = rules.version();
        isRestored = false;
    }

    private void applyRules(AbsencePlans rules, WatchedKey key, boolean isSwitch, Sinks sinks) {
        key.plan = rules.find(key.rule, key.identity, key.tags);
        if (key.plan == null) {
            drop(key, sinks);
        } else if (isSwitch && key.reported == Reported.SILENT) {
            key.reported = Reported.SILENT_BEFORE;
            sinks.keys.touch(key.slot);
        }
    }

    /** Returns the number of a gateway; null for an unknown one. */
    public int gateway(@Nullable String name) {
        return reliability.number(name);
    }

    /**
     * A metric arrived for these keys of a series. Replaces the elements of {@code of} by the
     * watched keys.
     *
     * @param millis receive time of the metric
     * @param gateway number of the gateway that received it
     */
    public void seen(WatchedKey[] of, long millis, int gateway, Sinks sinks) {
        long second = Math.max(0, Math.floorDiv(millis, 1_000L));
        for (int i = 0; i < of.length; i++) {
            if (second > of[i].seenSecond) {
                of[i] = watched(of[i], sinks);
                if (of[i].isKnown() && second > of[i].seenSecond) {
                    of[i].gateway = gateway;
                    seen(of[i], second, sinks);
                }
            }
        }
    }

    private WatchedKey watched(WatchedKey key, Sinks sinks) {
        if (key.isKnown()) {
            return key;
        }
        byte[] id = key.id.getBytes(UTF_8);
        int slot = keys.find(id);
        if (slot >= 0) {
            return keys.value(slot);
        }
        if (keys.size() == MOST_KEYS || !hasRoom.getAsBoolean()) {
            sinks.listener.refused();
        } else {
            key.slot = keys.add(id, key);
            bytes += key.bytes();
            sinks.keys.touch(key.slot);
        }
        return key;
    }

    private void seen(WatchedKey key, long second, Sinks sinks) {
        AbsencePlan plan = plan(key);
        boolean isRegular = key.seenSecond != WatchedKey.NEVER
                && !key.isReportedSilent()
                && key.seenMillis() >= listeningSince(key);
        if (isRegular) {
            key.rhythm.gap(second - key.seenSecond);
        }
        key.seenSecond = second;
        sinks.lastSeen.touch(lastSeen.add(key));
        if (lastSeen.isMostlyOutdated(keys.size())) {
            rewrite(sinks);
        }
        long periodMillis = plan.periodMillis(key.rhythm);
        if (key.reported != Reported.ALIVE && key.seenMillis() + periodMillis > nowMillis) {
            report(key, Reported.ALIVE, 0, periodMillis, sinks);
        }
    }

    /**
     * Advances log time to {@code millis} and reports keys that became silent.
     *
     * @param unreliable gateways that were unreliable since the previous tick
     */
    public void tick(long millis, Set<String> unreliable, AbsencePlans rules, Sinks sinks) {
        if (millis < nowMillis) {
            goBack(millis, rules, sinks);
        }
        skipGaps(millis, rules);
        reliability.markUnreliable(unreliable, nowMillis);
        int before = keys.size();
        for (int slot = 0; slot < keys.slotLimit(); slot++) {
            if (keys.isUsed(slot)) {
                evaluate(keys.value(slot), sinks);
            }
        }
        if (keys.size() < before) {
            rewrite(sinks);
        }
    }

    /**
     * Corrects a log time that was too far ahead: keys seen later count as seen now, and all
     * periods restart.
     */
    private void goBack(long millis, AbsencePlans rules, Sinks sinks) {
        nowMillis = millis;
        reliability.goBack(millis);
        rules.plans().forEach(plan -> listeningSince.put(plan.rule().name(), millis));
        long second = Math.max(0, Math.floorDiv(millis, 1_000L));
        for (int slot = 0; slot < keys.slotLimit(); slot++) {
            if (keys.isUsed(slot) && keys.value(slot).seenSecond > second) {
                WatchedKey key = keys.value(slot);
                key.seenSecond = second;
                sinks.lastSeen.touch(lastSeen.add(key));
            }
        }
    }

    /**
     * Restarts the period after a gap in log time, in which nothing was received: keys may have
     * been present.
     */
    private void skipGaps(long millis, AbsencePlans rules) {
        if (nowMillis != WatchedKey.NEVER) {
            for (AbsencePlan plan : rules.plans()) {
                if (LogGap.isGap(plan.rule(), millis - nowMillis)) {
                    listeningSince.put(plan.rule().name(), millis);
                }
            }
        }
        listeningSince.keySet().removeIf(rule -> !rules.has(rule));
        nowMillis = Math.max(nowMillis, millis);
    }

    private void evaluate(WatchedKey key, Sinks sinks) {
        AbsencePlan plan = plan(key);
        long periodMillis = plan.periodMillis(key.rhythm);
        if (!key.isReportedSilent()) {
            long dueMillis = Math.max(key.seenMillis(), listeningSince(key)) + periodMillis;
            if (dueMillis <= nowMillis) {
                report(key, Reported.SILENT, dueMillis, periodMillis, sinks);
            }
        } else if (key.seenMillis() + periodMillis > nowMillis) {
            report(key, Reported.ALIVE, 0, periodMillis, sinks);
        } else if (plan.forgets(key.seenMillis(), nowMillis)) {
            drop(key, sinks);
        } else if (key.reported == Reported.SILENT_BEFORE) {
            report(key, Reported.SILENT, key.seenMillis() + periodMillis, periodMillis, sinks);
        }
    }

    private static void report(WatchedKey key, Reported reported, long dueMillis, long periodMillis, Sinks sinks) {
        key.reported = reported;
        sinks.keys.touch(key.slot);
        sinks.listener.changed(
                key, reported == Reported.ALIVE ? Presence.ALIVE : Presence.SILENT, dueMillis, periodMillis);
    }

    private void drop(WatchedKey key, Sinks sinks) {
        if (key.reported != Reported.NOTHING) {
            sinks.listener.changed(key, Presence.GONE, 0, 0);
        }
        sinks.keys.touch(key.slot);
        keys.remove(key.slot);
        key.forget();
    }

    private void rewrite(Sinks sinks) {
        int before = lastSeen.slotLimit();
        lastSeen.rewrite(keys);
        for (int position = Math.max(before, lastSeen.slotLimit()) - 1; position >= 0; position--) {
            sinks.lastSeen.touch(position);
        }
    }

    private long listeningSince(WatchedKey key) {
        long since = listeningSince.getOrDefault(plan(key).rule().name(), WatchedKey.NEVER);
        return Math.max(since, reliability.reliableSince(key.gateway));
    }

    private static AbsencePlan plan(WatchedKey key) {
        return Objects.requireNonNull(key.plan, "seen or tick before begin");
    }

    @Override
    public int slotLimit() {
        return keys.slotLimit();
    }

    @Override
    public boolean write(int slot, DataOutput out) throws IOException {
        if (!keys.isUsed(slot)) {
            return false;
        }
        WatchedKey key = keys.value(slot);
        keys.writeKey(slot, out);
        out.writeUTF(key.rule);
        out.writeLong(key.identity);
        out.writeUTF(key.reported.name());
        out.writeInt(key.tags.size());
        for (Map.Entry<String, String> tag : key.tags.entrySet()) {
            SavedText.write(tag.getKey(), out);
            SavedText.write(tag.getValue(), out);
        }
        return true;
    }

    @Override
    public void read(int slot, DataInput in) throws IOException {
        byte[] id = SeriesTable.readKey(in);
        String rule = in.readUTF();
        long identity = in.readLong();
        Reported reported = Reported.valueOf(in.readUTF());
        SortedMap<String, String> tags = new TreeMap<>();
        for (int left = in.readInt(); left > 0; left--) {
            tags.put(SavedText.read(in), SavedText.read(in));
        }
        WatchedKey key = new WatchedKey(new String(id, UTF_8), rule, identity, tags, null);
        key.reported = reported;
        key.slot = slot;
        keys.move(slot, id, key);
        bytes += key.bytes();
        isRestored = true;
    }

    @Override
    public void clear(int slot) {
        keys.remove(slot);
    }

    /** Forgets everything. */
    public void reset() {
        keys.clear();
        bytes = 0;
        lastSeen.reset();
        listeningSince.clear();
        reliability.reset();
        nowMillis = WatchedKey.NEVER;
        version = "";
        isRestored = false;
    }

    /** Writes the state that does not belong to a single key. */
    public void writeCommon(DataOutput out) throws IOException {
        out.writeUTF(version);
        out.writeLong(nowMillis);
        out.writeInt(listeningSince.size());
        for (Map.Entry<String, Long> rule : listeningSince.entrySet()) {
            out.writeUTF(rule.getKey());
            out.writeLong(rule.getValue());
        }
        reliability.write(out);
    }

    /** Restores what {@link #writeCommon} wrote. */
    public void readCommon(DataInput in) throws IOException {
        version = in.readUTF();
        nowMillis = in.readLong();
        listeningSince.clear();
        for (int left = in.readInt(); left > 0; left--) {
            listeningSince.put(in.readUTF(), in.readLong());
        }
        reliability.read(in);
    }

    /** Does nothing: under exactly-once, slots are freed while a record is processed. */
    @Override
    public void release(long committedOffset, SlotListener freed) {}
}
