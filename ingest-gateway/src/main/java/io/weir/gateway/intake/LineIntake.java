package io.weir.gateway.intake;

import io.weir.contract.line.LineError;
import io.weir.contract.line.LineReader;
import io.weir.contract.line.SeriesHash;
import io.weir.contract.line.SeriesReader;
import java.net.SocketAddress;
import java.util.Arrays;

/**
 * Turns line protocol into batches of canonical lines: every line ends in the batch of its partition or among the refused. Belongs
 * to one thread; allocates nothing for a line whose series is known.
 */
public final class LineIntake implements DatagramIntake {
    private final LineReader line = new LineReader();
    private final SeriesReader newSeries = new SeriesReader();
    private final KnownSeries known;
    private final PartitionBatches batches;
    private final Refusals refusals;
    private final StampClock stamps;
    private final StampLimits limits;
    private final StampUnit unit;
    private final InputCounts counts;
    private final int partitions;

    /** An intake whose lines are counted in {@code counts}; {@code unit} is that of timestamps in datagrams. */
    public LineIntake(IntakeSettings settings, SharedParts shared, InputCounts counts, StampUnit unit) {
        this.known = new KnownSeries(settings.knownSeries(), settings.knownSeriesBytes());
        this.partitions = settings.partitions();
        this.batches = new PartitionBatches(partitions, settings.batchBytes(), shared.handOff(), counts);
        this.refusals = new Refusals(settings.rejectsPerSecond(), shared.handOff(), counts);
        this.stamps = shared.stamps();
        this.limits = settings.limits();
        this.unit = unit;
        this.counts = counts;
    }

    @Override
    public void datagram(byte[] bytes, int from, int to, SocketAddress source, long receivedNanos) {
        counts.datagrams.increment();
        counts.bytes.add(to - from);
        if (from == to) {
            counts.emptyDatagrams.increment();
            return;
        }
        lines(bytes, from, to, unit, source, receivedNanos, RefusalListener.NONE);
    }

    @Override
    public LineIntake lines() {
        return this;
    }

    /**
     * Takes in lines of a stream, a request or a translator; the bytes are the caller's again afterwards.
     *
     * @return how many were not refused
     */
    public int lines(
            byte[] bytes,
            int from,
            int to,
            StampUnit unit,
            SocketAddress source,
            long receivedNanos,
            RefusalListener listener) {
        int lines = 0;
        int taken = 0;
        refusals.from(source, receivedNanos / 1_000_000);
        line.wrap(bytes, from, to);
        while (line.next()) {
            lines++;
            if (takeLine(unit, receivedNanos, listener)) {
                taken++;
            }
        }
        counts.lines.add(lines);
        return taken;
    }

    /**
     * Refuses something that never became a line, such as a broken part of a packet; it counts as one line.
     *
     * @param at index of the byte that is wrong
     */
    public void refuse(
            String reason, byte[] bytes, int from, int to, int at, SocketAddress source, long receivedNanos) {
        counts.lines.increment();
        refusals.from(source, receivedNanos / 1_000_000);
        refusals.refuse(reason, bytes, from, to, at, 1);
    }

    private boolean takeLine(StampUnit unit, long receivedNanos, RefusalListener listener) {
        if (line.error() != LineError.NONE) {
            return refuse(line.error().code(), line.errorAt(), listener);
        }
        if (line.hasTimestamp() && !unit.fits(line.timestamp())) {
            String reason = LineError.TIMESTAMP_OUT_OF_RANGE.code();
            return refuse(reason, line.fieldsEnd() + 1, listener);
        }
        long stamp = line.hasTimestamp() ? unit.toNanos(line.timestamp()) : stamps.next(receivedNanos);
        if (limits.isAhead(stamp, receivedNanos)) {
            return refuse(StampLimits.AHEAD, line.fieldsEnd() + 1, listener);
        }
        if (limits.isBehind(stamp, receivedNanos)) {
            return refuse(StampLimits.BEHIND, line.fieldsEnd() + 1, listener);
        }
        long hash = line.seriesHash();
        if (!known.find(hash, line.bytes(), line.seriesStart(), line.seriesEnd())) {
            LineError error = newSeries.read(line.bytes(), line.seriesStart(), line.seriesEnd());
            if (error != LineError.NONE) {
                return refuse(error.code(), newSeries.errorAt(), listener);
            }
            learn(hash, receivedNanos / 1_000_000);
        }
        batches.append(known.found(), line, stamp, receivedNanos / 1_000_000);
        return true;
    }

    /** Refuses the current line; says false. */
    private boolean refuse(String reason, int at, RefusalListener listener) {
        refusals.refuse(reason, line.bytes(), line.lineStart(), line.lineEnd(), at, line.lineNumber());
        listener.refused(reason, line.lineNumber(), at - line.lineStart() + 1);
        return false;
    }

    private void learn(long hash, long receivedMillis) {
        byte[] spelled = Arrays.copyOfRange(line.bytes(), line.seriesStart(), line.seriesEnd());
        byte[] canonical = newSeries.canonical();
        int partition = SeriesHash.partition(SeriesHash.of(canonical, 0, canonical.length), partitions);
        known.learn(hash, spelled, canonical, partition, receivedMillis);
    }

    /** Whether lines are gathered that {@link #flush} would hand on. */
    public boolean hasGathered() {
        return !batches.isEmpty();
    }

    /** Hands on all lines gathered. */
    public void flush() {
        batches.flush();
    }

    /** What it counts in. */
    public InputCounts counts() {
        return counts;
    }

    /** How many series are known; for any thread. */
    public int knownSeries() {
        return known.size();
    }

    /** The newest refusal, in words for the log, or empty; for any thread. */
    public String lastRefusal() {
        return refusals.last();
    }
}
