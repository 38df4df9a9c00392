package io.weir.writer.tier;

import io.weir.contract.rule.storage.StorageRules;
import io.weir.writer.tier.StoreRequests.RefusedException;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Computes ranges of windows in chunks that the server can compute. A refusal or a slow statement halves the chunks of
 * the table; each success lets them grow by an eighth. Used by one thread.
 */
final class Chunks {
    /** Amount of raw data that one statement reads, unless a window is longer. */
    private static final Duration LONGEST = Duration.ofHours(6);
    /** Other tables wait meanwhile. */
    private static final long SLOW_NANOS = Duration.ofSeconds(30).toNanos();

    /** Others begin with long chunks again. */
    private static final int MOST_TABLES = 10_000;

    private final LongSupplier nanoTime;
    /** The number of windows of tables that have shorter chunks; those computed last. */
    private final Map<TierTable, Long> shorter = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<TierTable, Long> eldest) {
            return size() > MOST_TABLES;
        }
    };

    Chunks(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /**
     * Computes the first chunk of a range of whole windows, or shortens the table's chunks if the server refuses it.
     *
     * @return the time up to which the range is computed; its start if the chunk has to be tried again
     * @throws RefusedException if a shorter chunk would not help now: for the server's state, or a chunk of one window
     */
    long compute(TierServer server, StorageRules rules, TierTable table, TimeRange windows) throws IOException {
        long window = table.tier().window().toMillis();
        long longest = Math.max(1, LONGEST.toMillis() / window);
        long most = Math.min(longest, shorter.getOrDefault(table, longest));
        long to = Math.min(windows.toMillis(), windows.fromMillis() + most * window);
        long count = (to - windows.fromMillis()) / window;
        long begun = nanoTime.getAsLong();
        try {
            server.compute(rules, table.tier(), table.measurement(), new TimeRange(windows.fromMillis(), to));
        } catch (RefusedException e) {
            if (count <= 1) {
                throw e;
            }
            shorter.put(table, count / 2);
            if (!e.isTooLarge() && !e.isStatement()) {
                throw e;
            }
            return windows.fromMillis();
        }
        if (nanoTime.getAsLong() - begun > SLOW_NANOS) {
            shorter.put(table, Math.max(1, count / 2));
        } else if (count == most) {
            grow(table, most, longest);
        }
        return to;
    }

    private void grow(TierTable table, long windows, long longest) {
        long more = windows + Math.max(1, windows / 8);
        if (more >= longest) {
            shorter.remove(table);
        } else {
            shorter.put(table, more);
        }
    }
}
