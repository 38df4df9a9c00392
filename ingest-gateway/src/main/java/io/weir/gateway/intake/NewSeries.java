package io.weir.gateway.intake;

import io.weir.contract.line.LineError;
import io.weir.contract.line.Series;
import io.weir.contract.line.SeriesHash;
import io.weir.contract.line.SeriesReader;
import io.weir.gateway.intake.batch.Shedding;
import io.weir.gateway.intake.known.KnownSeries;
import io.weir.gateway.limit.LineLimits;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads a series that is not cached: checks it, puts it into canonical form, and caches it. Belongs
 * to one thread.
 */
final class NewSeries {
    private final SeriesReader reader = new SeriesReader();
    private final KnownSeries known;
    private final Sender sender;
    private final int partitions;
    private final LineLimits limits;
    private final Shedding shedding;
    private int refusedAt;

    NewSeries(KnownSeries known, Sender sender, int partitions, LineLimits limits, Shedding shedding) {
        this.known = known;
        this.sender = sender;
        this.partitions = partitions;
        this.limits = limits;
        this.shedding = shedding;
    }

    /** Returns the rejection reason; or null, and {@link KnownSeries#found} returns the series. */
    @Nullable
    String learn(long hash, byte[] bytes, int from, int to, long receivedMillis) {
        LineError error = reader.read(bytes, from, to);
        if (error != LineError.NONE) {
            refusedAt = reader.errorAt();
            return error.code();
        }
        refusedAt = from;
        if (reader.tagCount() > limits.tags()) {
            return LineLimits.TOO_MANY_TAGS;
        }
        LineError beyond = limits.bounds().refuses(reader);
        if (beyond != LineError.NONE) {
            return beyond.code();
        }
        // A series that cannot be cached looks new on each of its lines. It must not use up the
        // budget of a well-behaved sender.
        if (known.canLearn(to - from, receivedMillis) || sender.hasBroughtMany(bytes, from, reader.measurementEnd())) {
            String overBudget = sender.bringsSeries(bytes, from, reader.measurementEnd(), to);
            if (overBudget != null) {
                return overBudget;
            }
        }
        byte[] canonical = reader.canonical();
        int partition = SeriesHash.partition(SeriesHash.of(canonical, 0, canonical.length), partitions);
        known.learn(hash, Arrays.copyOfRange(bytes, from, to), canonical, partition, rank(canonical), receivedMillis);
        return null;
    }

    private int rank(byte[] canonical) {
        return shedding.classes().isEmpty()
                ? Shedding.KEEP
                : shedding.rank(Series.parse(canonical).measurement());
    }

    /** Index of the wrong byte of the series rejected last. */
    int refusedAt() {
        return refusedAt;
    }
}
