package io.weir.alarming.absence;

import io.weir.contract.alarm.KeyPresence;
import io.weir.contract.alarm.Presence;
import io.weir.contract.alarm.Source;
import java.time.Instant;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** A key of an absence rule and its state in this partition. Not thread-safe. */
public final class WatchedKey {

    static final int NOWHERE = -1;
    static final long NEVER = -1;

    private static final int OWN_BYTES = 400;

    /** Heap bytes of an entry of {@link #tags} without the letters. */
    private static final int TAG_BYTES = 140;

    /** Presence last sent to the second stage. The constant names are saved. */
    enum Reported {
        NOTHING,
        ALIVE,
        SILENT,
        /** Silent, sent under an earlier rule version. */
        SILENT_BEFORE
    }

    final String id;
    final String rule;
    final long identity;
    final SortedMap<String, String> tags;
    final Rhythm rhythm = new Rhythm();

    /** Null between a restore and the first record after it. */
    @Nullable
    AbsencePlan plan;

    Reported reported = Reported.NOTHING;

    /** Receive time of the latest metric, in seconds. */
    long seenSecond = NEVER;

    /** Number of the gateway that received the latest metric, from {@link GatewayReliability}. */
    int gateway = GatewayReliability.UNKNOWN;

    /** Slot in the table of keys. */
    int slot = NOWHERE;

    /** Position of its latest entry in {@link LastSeen}. */
    int position = NOWHERE;

    WatchedKey(String id, String rule, long identity, SortedMap<String, String> tags, @Nullable AbsencePlan plan) {
        this.id = id;
        this.rule = rule;
        this.identity = identity;
        this.tags = tags;
        this.plan = plan;
    }

    /** Estimated heap bytes of the key, its texts, and its places in the tables of keys and times. */
    public long bytes() {
        return OWN_BYTES
                + 3L * id.length()
                + tags.entrySet().stream()
                        .mapToLong(tag -> TAG_BYTES
                                + tag.getKey().length()
                                + tag.getValue().length())
                        .sum();
    }

    boolean isKnown() {
        return slot != NOWHERE;
    }

    boolean isReportedSilent() {
        return reported == Reported.SILENT || reported == Reported.SILENT_BEFORE;
    }

    long seenMillis() {
        return seenSecond * 1_000;
    }

    /** Forgets all but the key's identity. */
    void forget() {
        slot = NOWHERE;
        position = NOWHERE;
        reported = Reported.NOTHING;
        seenSecond = NEVER;
        gateway = GatewayReliability.UNKNOWN;
        rhythm.unpack(0);
    }

    /**
     * Builds the message to the second stage.
     *
     * @param dueMillis when the key's silence reached its period; used only with
     *     {@link Presence#SILENT}
     */
    public KeyPresence message(
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
