package io.weir.gateway.limit;

import java.util.List;
import java.util.function.LongSupplier;

/**
 * What each source sent, and how much more it may send; one for all doors and event loops of a gateway, so that a source has one
 * budget, whatever way it takes. Thread-safe: many small locks, each for a part of the sources, so loops hardly ever meet at one.
 *
 * <p>Bounded: when more sources send than are told apart, those that were silent longest are forgotten. Who is forgotten starts
 * anew with a full budget: that is never to anybody's harm. Nothing is allocated here for a datagram. Times are those of
 * {@link #nowNanos}; figures are kept for the running minute and the one before.
 */
public final class Sources {
    private static final int MOST_SHARDS = 64;
    private static final int LEAST_PER_SHARD = 1024;

    private final LongSupplier clock;
    private final SourceShard[] shards;
    private final boolean isLimited;

    /** {@code clock} in nanoseconds since whenever; one that never steps, or a corrected clock would hold up everybody. */
    public Sources(SourceSettings settings, LongSupplier clock) {
        this.clock = clock;
        int wanted = Math.max(1, Math.min(MOST_SHARDS, settings.sources() / LEAST_PER_SHARD));
        shards = new SourceShard[Integer.highestOneBit(wanted)];
        for (int i = 0; i < shards.length; i++) {
            shards[i] = new SourceShard(settings, (settings.sources() + shards.length - 1) / shards.length);
        }
        isLimited = !settings.lines().isUnlimited();
    }

    /** The time that all other methods want to be told; it may be kept for a few datagrams. */
    public long nowNanos() {
        return clock.getAsLong();
    }

    /** Whether the source may send now: it has not used up its lines. Who has no address stands for many, and has no budget. */
    public boolean isWithinBudget(SourceAddress source, long nowNanos) {
        long hash = RecentSources.hash(source, 0);
        return !isLimited || source.isLocal() || shard(hash).isWithinBudget(source, hash, nowNanos);
    }

    /** Counts lines that were let in, and debits them; {@code rejected} of them were refused. */
    public void count(SourceAddress source, long nowNanos, int lines, int rejected) {
        long hash = RecentSources.hash(source, 0);
        shard(hash).count(source, hash, nowNanos, lines, rejected);
    }

    /** Counts lines that were not let in. */
    public void countDropped(SourceAddress source, long nowNanos, int lines) {
        long hash = RecentSources.hash(source, 0);
        shard(hash).countDropped(source, hash, nowNanos, lines);
    }

    /** Counts numbers missing in a sequence; negative if some came late. */
    public void countMissing(SourceAddress source, long nowNanos, int missing) {
        long hash = RecentSources.hash(source, 0);
        shard(hash).countMissing(source, hash, nowNanos, missing);
    }

    /** Takes one of the series that the source may bring in this epoch, and says which it is, from 1; 0 if it has no more. */
    int takeSeries(SourceAddress source, long nowNanos, SeriesEpoch epoch) {
        long hash = RecentSources.hash(source, 0);
        return shard(hash).takeSeries(source, hash, nowNanos, epoch);
    }

    /** Whether the source has brought so many series in this epoch that a start-over does not forgive them. */
    boolean hasBroughtMany(SourceAddress source, long nowNanos, SeriesEpoch epoch) {
        long hash = RecentSources.hash(source, 0);
        return shard(hash).hasBroughtMany(source, hash, nowNanos, epoch);
    }

    /** The series taken last was not used after all. */
    void giveSeriesBack(SourceAddress source, long nowNanos) {
        long hash = RecentSources.hash(source, 0);
        shard(hash).giveSeriesBack(source, hash, nowNanos);
    }

    /** At most so many of the sources that sent in this minute or the last, worst first; looks at all of them. */
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
