package io.weir.alarming.absence;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.alarming.absence.WatchedKey.Told;
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
import org.jspecify.annotations.Nullable;

/**
 * The keys of absence rules seen in one partition. Reports keys that are silent for their period,
 * and keys that send again. One tier of the partition's state; {@link #sightings} is another. Not
 * thread-safe.
 */
public final class AbsenceTracker implements Tier {

    /** Limit of keys watched in one partition. */
    static final int MOST_KEYS = 1_000_000;

    private final SeriesTable<WatchedKey> keys = new SeriesTable<>();
    private final LastSeen sightings = new LastSeen();
    private final SortedMap<String, Long> listeningSince = new TreeMap<>();
    private final GatewayReliability gateways = new GatewayReliability();
    private long nowMillis = WatchedKey.NEVER;
    private String version = "";
    private boolean isRestored;

    /**
     * Receivers of changes.
     *
     * @param listener receives presence changes
     * @param keys checkpoint of this tier
     * @param sightings checkpoint of the tier {@link AbsenceTracker#sightings()}
     */
    public record To(PresenceListener listener, Checkpoint keys, Checkpoint sightings) {}

    /** Returns the tier that saves when keys were seen. */
    public Tier sightings() {
        return sightings;
    }

    /** Returns the number of keys seen and not forgotten. */
    public int size() {
        return keys.size();
    }

    /**
     * Starts the processing of a record; call it before all other methods. After a rule switch or a
     * restart, drops the keys that no rule covers any more.
     */
    public void begin(AbsencePlans rules, To to) {
        boolean isSwitch = !version.equals(rules.version());
        if (isRestored) {
            sightings.tell(keys);
        }
        if (!isSwitch && !isRestored) {
            return;
        }
        int before = keys.size();
        for (int slot = 0; slot < keys.slotLimit(); slot++) {
            if (keys.isUsed(slot)) {
                under(rules, keys.value(slot), isSwitch, to);
            }
        }
        if (keys.size() < before) {
            rewrite(to);
        }
        version = rules.version();
        isRestored = false;
    }

    private void under(AbsencePlans rules, WatchedKey key, boolean isSwitch, To to) {
        key.plan = rules.find(key.rule, key.identity, key.tags);
        if (key.plan == null) {
            leave(key, to);
        } else if (isSwitch && key.told == Told.SILENT) {
            key.told = Told.SILENT_BEFORE;
            to.keys.touch(key.slot);
        }
    }

    /** Returns the number of a gateway; null stands for an unknown one. */
    public int gateway(@Nullable String name) {
        return gateways.number(name);
    }

    /**
     * A metric arrived for these keys of a series. Replaces the elements of {@code of} by the
     * watched keys.
     *
     * @param millis receive time of the metric
     * @param gateway number of the gateway that received it
     */
    public void seen(WatchedKey[] of, long millis, int gateway, To to) {
        long second = Math.max(0, Math.floorDiv(millis, 1_000L));
        for (int i = 0; i < of.length; i++) {
            if (second > of[i].seenSecond) {
                of[i] = entered(of[i], to);
                if (of[i].isKnown() && second > of[i].seenSecond) {
                    of[i].gateway = gateway;
                    seen(of[i], second, to);
                }
            }
        }
    }

    private WatchedKey entered(WatchedKey key, To to) {
        if (key.isKnown()) {
            return key;
        }
        byte[] id = key.id.getBytes(UTF_8);
        int slot = keys.find(id);
        if (slot >= 0) {
            return keys.value(slot);
        }
        if (keys.size() == MOST_KEYS) {
            to.listener.refused();
        } else {
            key.slot = keys.add(id, key);
            to.keys.touch(key.slot);
        }
        return key;
    }

    private void seen(WatchedKey key, long second, To to) {
        AbsencePlan plan = plan(key);
        boolean isUsual =
                key.seenSecond != WatchedKey.NEVER && !key.isToldSilent() && key.seenMillis() >= listeningSince(key);
        if (isUsual) {
            key.rhythm.gap(second - key.seenSecond);
        }
        key.seenSecond = second;
        to.sightings.touch(sightings.add(key));
        if (sightings.isMostlyOutdated(keys.size())) {
            rewrite(to);
        }
        long periodMillis = plan.periodMillis(key.rhythm);
        if (key.told != Told.ALIVE && key.seenMillis() + periodMillis > nowMillis) {
            tell(key, Told.ALIVE, 0, periodMillis, to);
        }
    }

    /**
     * Advances log time to {@code millis} and reports keys that became silent.
     *
     * @param deaf gateways that were unreliable since the previous tick
     */
    public void tick(long millis, Set<String> deaf, AbsencePlans rules, To to) {
        if (millis < nowMillis) {
            goBack(millis, rules, to);
        }
        listen(millis, rules);
        gateways.deaf(deaf, nowMillis);
        int before = keys.size();
        for (int slot = 0; slot < keys.slotLimit(); slot++) {
            if (keys.isUsed(slot)) {
                judge(keys.value(slot), to);
            }
        }
        if (keys.size() < before) {
            rewrite(to);
        }
    }

    /**
     * Corrects a log time that was too far ahead: later sightings count as seen now, and all
     * periods restart.
     */
    private void goBack(long millis, AbsencePlans rules, To to) {
        nowMillis = millis;
        gateways.goBack(millis);
        rules.plans().forEach(plan -> listeningSince.put(plan.rule().name(), millis));
        long second = Math.max(0, Math.floorDiv(millis, 1_000L));
        for (int slot = 0; slot < keys.slotLimit(); slot++) {
            if (keys.isUsed(slot) && keys.value(slot).seenSecond > second) {
                WatchedKey key = keys.value(slot);
                key.seenSecond = second;
                to.sightings.touch(sightings.add(key));
            }
        }
    }

    /**
     * Restarts the period after a gap in log time, in which nothing was received: keys may have
     * been present.
     */
    private void listen(long millis, AbsencePlans rules) {
        if (nowMillis != WatchedKey.NEVER) {
            for (AbsencePlan plan : rules.plans()) {
                if (plan.isGap(millis - nowMillis)) {
                    listeningSince.put(plan.rule().name(), millis);
                }
            }
        }
        listeningSince.keySet().removeIf(rule -> !rules.has(rule));
        nowMillis = Math.max(nowMillis, millis);
    }

    private void judge(WatchedKey key, To to) {
        AbsencePlan plan = plan(key);
        long periodMillis = plan.periodMillis(key.rhythm);
        if (!key.isToldSilent()) {
            long dueMillis = Math.max(key.seenMillis(), listeningSince(key)) + periodMillis;
            if (dueMillis <= nowMillis) {
                tell(key, Told.SILENT, dueMillis, periodMillis, to);
            }
        } else if (key.seenMillis() + periodMillis > nowMillis) {
            tell(key, Told.ALIVE, 0, periodMillis, to);
        } else if (plan.forgets(key.seenMillis(), nowMillis)) {
            leave(key, to);
        } else if (key.told == Told.SILENT_BEFORE) {
            tell(key, Told.SILENT, key.seenMillis() + periodMillis, periodMillis, to);
        }
    }

    private static void tell(WatchedKey key, Told told, long dueMillis, long periodMillis, To to) {
        key.told = told;
        to.keys.touch(key.slot);
        to.listener.changed(key, told == Told.ALIVE ? Presence.ALIVE : Presence.SILENT, dueMillis, periodMillis);
    }

    private void leave(WatchedKey key, To to) {
        if (key.told != Told.NOTHING) {
            to.listener.changed(key, Presence.GONE, 0, 0);
        }
        to.keys.touch(key.slot);
        keys.remove(key.slot);
        key.leave();
    }

    private void rewrite(To to) {
        int before = sightings.slotLimit();
        sightings.rewrite(keys);
        for (int position = Math.max(before, sightings.slotLimit()) - 1; position >= 0; position--) {
            to.sightings.touch(position);
        }
    }

    private long listeningSince(WatchedKey key) {
        long since = listeningSince.getOrDefault(plan(key).rule().name(), WatchedKey.NEVER);
        return Math.max(since, gateways.heardSince(key.gateway));
    }

    private static AbsencePlan plan(WatchedKey key) {
        return Objects.requireNonNull(key.plan, "begin comes first");
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
        out.writeUTF(key.told.name());
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
        Told told = Told.valueOf(in.readUTF());
        SortedMap<String, String> tags = new TreeMap<>();
        for (int left = in.readInt(); left > 0; left--) {
            tags.put(SavedText.read(in), SavedText.read(in));
        }
        WatchedKey key = new WatchedKey(new String(id, UTF_8), rule, identity, tags, null);
        key.told = told;
        key.slot = slot;
        keys.move(slot, id, key);
        isRestored = true;
    }

    @Override
    public void clear(int slot) {
        keys.remove(slot);
    }

    /** Forgets everything. */
    public void reset() {
        keys.clear();
        sightings.reset();
        listeningSince.clear();
        gateways.reset();
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
        gateways.write(out);
    }

    /** Restores what {@link #writeCommon} wrote. */
    public void readCommon(DataInput in) throws IOException {
        version = in.readUTF();
        nowMillis = in.readLong();
        listeningSince.clear();
        for (int left = in.readInt(); left > 0; left--) {
            listeningSince.put(in.readUTF(), in.readLong());
        }
        gateways.read(in);
    }

    /** Does nothing: under exactly-once, slots are freed while a record is processed. */
    @Override
    public void release(long committedOffset, SlotListener freed) {}
}
