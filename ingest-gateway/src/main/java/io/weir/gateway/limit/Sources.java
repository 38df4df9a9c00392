package io.weir.gateway.limit;

import java.util.List;
import java.util.function.LongSupplier;

/**
 * Counts and budgets of each source. All inputs and event loops of a gateway share one instance, so
 * that a source has one budget over all inputs. Thread-safe: many locks, each for a shard of the
 * sources, so that event loops rarely contend.
 *
 * <p>Bounded: if too many sources send, those that were silent longest are forgotten. A forgotten
 * source starts again with a full budget, which harms no sender. A datagram causes no allocation
 * here. Times are those of {@link #nowNanos}. Figures cover the current minute and the one before.
 */
public final class Sources {
    private static final int MOST_SHARDS = 64;
    private static final int LEAST_PER_SHARD = 1024;

    private final LongSupplier clock;
    private final SourceShard[] shards;
    private final boolean isLimited;

    /**
     * {@code clock} in nanoseconds since an arbitrary origin. It must be monotonic; a stepped clock
     * would block all senders.
     */
    public Sources(SourceSettings settings, LongSupplier clock) {
        this.clock = clock;
        int wanted = Math.max(1, Math.min(MOST_SHARDS, settings.sources() / LEAST_PER_SHARD));
        shards = new SourceShard[Integer.highestOneBit(wanted)];
        for (int i = 0; i < shards.length; i++) {
            shards[i] = new SourceShard(settings, (settings.sources() + shards.length - 1) / shards.length);
        }
        isLimited = !settings.lines().isUnlimited();
    }

    /**
     * The current time, an argument of all other methods. One value may be used for several
     * datagrams.
     */
    public long nowNanos() {
        return clock.getAsLong();
    }

    /**
     * Whether the source may send now. A sender without an address represents many and has no
     * budget.
     */
    public boolean isWithinBudget(SourceAddress source, long nowNanos) {
        long hash = RecentSources.hash(source, 0);
        return !isLimited || source.isLocal() || shard(hash).isWithinBudget(source, hash, nowNanos);
    }

    /** Counts lines that were read and debits them; {@code rejected} of them were rejected. */
    public void count(SourceAddress source, long nowNanos, int lines, int rejected) {
        long hash = RecentSources.hash(source, 0);
        shard(hash).count(source, hash, nowNanos, lines, rejected);
    }

    /** Counts lines that were dropped. */
    public void countDropped(SourceAddress source, long nowNanos, int lines) {
        long hash = RecentSources.hash(source, 0);
        shard(hash).countDropped(source, hash, nowNanos, lines);
    }

    /** Counts numbers missing in a sequence; negative if late ones arrived. */
    public void countMissing(SourceAddress source, long nowNanos, int missing) {
        long hash = RecentSources.hash(source, 0);
        shard(hash).countMissing(source, hash, nowNanos, missing);
    }

    /**
     * Takes a series from the source's budget in this epoch. Returns the used part of the budget, or
     * 0 if it was used up before.
     */
    int takeSeries(SourceAddress source, int cost, long nowNanos, SeriesEpoch epoch) {
        long hash = RecentSources.hash(source, 0);
        return shard(hash).takeSeries(source, hash, cost, nowNanos, epoch);
    }

    /**
     * Whether the source has used so much of its budget in this epoch that a cleared series table
     * does not reset it.
     */
    boolean hasBroughtMany(SourceAddress source, long nowNanos, SeriesEpoch epoch) {
        long hash = RecentSources.hash(source, 0);
        return shard(hash).hasBroughtMany(source, hash, nowNanos, epoch);
    }

    /** Returns the series that was taken last to the budget. */
    void giveSeriesBack(SourceAddress source, int cost, long nowNanos) {
        long hash = RecentSources.hash(source, 0);
        shard(hash).giveSeriesBack(source, hash, cost, nowNanos);
    }

    /**
     * At most {@code count} of the sources that sent in this minute or the one before, worst first.
     * Scans all sources.
     */
    public List<SourceFigures> worst(int count, long nowNanos) {
        WorstSources worst = new WorstSources(count);
        for (SourceShard shard : shards) {
            shard.offerTo(worst, nowNanos);
        }
        return worst.list();
    }

    private SourceShard shard(long hash) {
        return shards[(int) (hash >>> 48) & (shards.length - 1)];
    }
}
