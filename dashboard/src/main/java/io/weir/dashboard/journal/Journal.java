package io.weir.dashboard.journal;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.rule.match.WordFilter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the latest transitions of all alarms, up to a limit. Thread-safe: one thread adds, others
 * query.
 */
public final class Journal {
    /** A search holds a thread of the server. */
    private static final long LONGEST_SEARCH_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final int most;
    private final LongSupplier nanoTime;
    private final Deque<JournalEntry> entries = new ArrayDeque<>();
    /** The last kept entry of each alarm. */
    private final Map<String, JournalEntry> lastOf = new HashMap<>();

    private boolean hasEarlier;
    private boolean isComplete;

    /**
     * The entries that a query matches.
     *
     * @param entries the latest first
     * @param more whether further kept entries match, or may match because the search was stopped
     */
    public record Found(List<JournalEntry> entries, boolean more) {
        /** Whether the search of this query ended before the limit because it took too long. */
        public boolean isStopped(Query query) {
            return more && entries.size() < query.limit;
        }
    }

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
                    && selects(entry);
        }

        /** Whether the filter alone matches. */
        public boolean selects(JournalEntry entry) {
            return filter.isEmpty() || filter.test(entry.texts(), entry.keys());
        }
    }

    /** @param most the limit of kept entries */
    public Journal(int most) {
        this(most, System::nanoTime);
    }

    Journal(int most, LongSupplier nanoTime) {
        this.most = most;
        this.nanoTime = nanoTime;
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

    /** Searches without blocking the adding thread, for about two seconds at most. */
    public Found find(Query query) {
        long beginNanos = nanoTime.getAsLong();
        List<JournalEntry> found = new ArrayList<>();
        for (JournalEntry entry : copy()) {
            if (nanoTime.getAsLong() - beginNanos > LONGEST_SEARCH_NANOS) {
                return new Found(found, true);
            }
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
