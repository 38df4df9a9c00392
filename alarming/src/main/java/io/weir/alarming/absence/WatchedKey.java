package io.weir.alarming.absence;

import io.weir.contract.alarm.KeyPresence;
import io.weir.contract.alarm.Presence;
import io.weir.contract.alarm.Source;
import java.time.Instant;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** A key of an absence rule, and what is known of it in this partition. Not thread-safe. */
public final class WatchedKey {

    static final int NOWHERE = -1;
    static final long NEVER = -1;

    /** What the second stage was told last; the names are those of what is saved. */
    enum Told {
        NOTHING,
        ALIVE,
        SILENT,
        /** Silent, under other rules than those that hold now. */
        SILENT_BEFORE
    }

    final String id;
    final String rule;
    final long identity;
    final SortedMap<String, String> tags;
    final Rhythm rhythm = new Rhythm();

    /** Null until it is found after a restart. */
    @Nullable
    AbsencePlan plan;

    Told told = Told.NOTHING;

    /** Of the receive time of the latest metric. */
    long seenSecond = NEVER;

    /** By which the latest came, as {@link Gateways} number them. */
    int gateway = Gateways.UNKNOWN;

    /** In the table of keys. */
    int slot = NOWHERE;

    /** Of its latest sighting that is to be saved. */
    int position = NOWHERE;

    WatchedKey(String id, String rule, long identity, SortedMap<String, String> tags, @Nullable AbsencePlan plan) {
        this.id = id;
        this.rule = rule;
        this.identity = identity;
        this.tags = tags;
        this.plan = plan;
    }

    boolean isKnown() {
        return slot != NOWHERE;
    }

    boolean isToldSilent() {
        return told == Told.SILENT || told == Told.SILENT_BEFORE;
    }

    long seenMillis() {
        return seenSecond * 1_000;
    }

    /** Forgets all but what it is. */
    void leave() {
        slot = NOWHERE;
        position = NOWHERE;
        told = Told.NOTHING;
        seenSecond = NEVER;
        gateway = Gateways.UNKNOWN;
        rhythm.unpack(0);
    }

    /**
     * What the second stage is told.
     *
     * @param dueMillis when it was silent for its period; of no meaning unless it is silent
     */
    public KeyPresence tell(
            Presence presence, long dueMillis, long periodMillis, String version, int partition, Source source) {
        boolean isSilent = presence == Presence.SILENT;
        return new KeyPresence(
                id,
                rule,
                version,
                tags,
                partition,
                presence,
                Instant.ofEpochMilli(seenMillis()),
                isSilent ? Instant.ofEpochMilli(dueMillis) : null,
                isSilent ? periodMillis : null,
                source);
    }
}
