package io.weir.dashboard.journal;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.rule.match.WordFilter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the latest transitions of all alarms, up to a limit. Thread-safe: one thread adds, others
 * query.
 */
public final class Journal {
    private final int most;
    private final Deque<JournalEntry> entries = new ArrayDeque<>();
    /** The last kept entry of each alarm. */
    private final Map<String, JournalEntry> lastOf = new HashMap<>();

    private boolean hasEarlier;
    private boolean isComplete;

    /**
     * The entries that a query matches.
     *
     * @param entries the latest first
     * @param more whether further kept entries match
     */
    public record Found(List<JournalEntry> entries, boolean more) {}

    /**
     * How far the journal reaches.
     *
     * @param kept the number of entries
     * @param most the limit of this number
     * @param sinceMillis when the earliest kept entry was decided; null without entries
     * @param hasEarlier whether the topic had transitions before that
     * @param complete whether the topic has been read to its end since the start
     */
    public record Reach(int kept, int most, @Nullable Long sinceMillis, boolean hasEarlier, boolean complete) {}

    /**
     * The conditions of a search.
     *
     * @param fromMillis the earliest event time
     * @param toMillis event times before this
     * @param before positions before this
     * @param limit the largest number of entries
     */
    public record Query(WordFilter filter, long fromMillis, long toMillis, long before, int limit) {
        private boolean matches(JournalEntry entry) {
            return entry.position() < before
                    && entry.millis() >= fromMillis
                    && entry.millis() < toMillis
                    && filter.test(entry.texts(), entry.keys());
        }
    }

    /** @param most the limit of kept entries */
    public Journal(int most) {
        this.most = most;
    }

    /** The limit of kept entries. */
    public int most() {
        return most;
    }

    /** Adds the next transition of the topic. */
    public synchronized void add(long position, AlarmEvent event) {
        JournalEntry entry = JournalEntry.of(position, event, lastOf.get(event.id()));
        entries.addFirst(entry);
        lastOf.put(entry.alarm(), entry);
        if (entries.size() > most) {
            JournalEntry oldest = entries.removeLast();
            lastOf.remove(oldest.alarm(), oldest);
            hasEarlier = true;
        }
    }

    /** Notes that the topic has transitions before the first one that is added. */
    public synchronized void skipEarlier() {
        hasEarlier = true;
    }

    /** Notes that the topic has been read to its end. */
    public synchronized void complete() {
        isComplete = true;
    }

    /** How far it reaches at present. */
    public synchronized Reach reach() {
        return new Reach(
                entries.size(),
                most,
                entries.isEmpty() ? null : entries.getLast().decidedMillis(),
                hasEarlier,
                isComplete);
    }

    /** Searches without blocking the adding thread. */
    public Found find(Query query) {
        List<JournalEntry> found = new ArrayList<>();
        for (JournalEntry entry : copy()) {
            if (query.matches(entry)) {
                if (found.size() == query.limit) {
                    return new Found(found, true);
                }
                found.add(entry);
            }
        }
        return new Found(found, false);
    }

    private synchronized List<JournalEntry> copy() {
        return new ArrayList<>(entries);
    }
}
