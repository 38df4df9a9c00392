package io.weir.gateway.intake;

import io.weir.contract.line.LineError;
import io.weir.contract.line.LineReader;
import io.weir.contract.line.SeriesHash;
import io.weir.contract.line.SeriesReader;
import java.net.InetSocketAddress;
import java.util.Arrays;

/**
 * Turns datagrams into batches of canonical lines: every line of every datagram ends in the batch of its partition or among the
 * refused. Belongs to one event loop; allocates nothing for a line whose series is known.
 */
public final class LineIntake {
    private final LineReader line = new LineReader();
    private final SeriesReader newSeries = new SeriesReader();
    private final KnownSeries known;
    private final PartitionBatches batches;
    private final Refusals refusals;
    private final StampClock clock;
    private final StampLimits limits;
    private final GatewayCounts counts;
    private final int partitions;

    /** An intake that tells its time under the name {@code timeSource}. */
    public LineIntake(IntakeSettings settings, SharedParts shared, String timeSource) {
        this.known = new KnownSeries(settings.knownSeries(), settings.knownSeriesBytes());
        this.partitions = settings.partitions();
        this.batches = new PartitionBatches(
                partitions, settings.batchBytes(), timeSource, shared.handOff(), shared.counts().dropped);
        this.refusals = new Refusals(settings.rejectsPerSecond(), shared.handOff(), shared.counts());
        this.clock = shared.clock();
        this.limits = settings.limits();
        this.counts = shared.counts();
    }

    /** Takes in one datagram; the bytes are the caller's again afterwards. */
    public void datagram(byte[] bytes, int from, int to, InetSocketAddress source, long receivedNanos) {
        counts.datagrams.increment();
        counts.bytes.add(to - from);
        if (from == to) {
            counts.emptyDatagrams.increment();
            return;
        }
        int lines = 0;
        line.wrap(bytes, from, to);
        while (line.next()) {
            lines++;
            takeLine(source, receivedNanos);
        }
        counts.lines.add(lines);
    }

    private void takeLine(InetSocketAddress source, long receivedNanos) {
        long receivedMillis = receivedNanos / 1_000_000;
        if (line.error() != LineError.NONE) {
            refusals.refuse(line.error().code(), line, line.errorAt(), source, receivedMillis);
            return;
        }
        long stamp = line.hasTimestamp() ? line.timestamp() : clock.next(receivedNanos);
        if (limits.isAhead(stamp, receivedNanos)) {
            refusals.refuse(StampLimits.AHEAD, line, line.fieldsEnd() + 1, source, receivedMillis);
            return;
        }
        if (limits.isBehind(stamp, receivedNanos)) {
            refusals.refuse(StampLimits.BEHIND, line, line.fieldsEnd() + 1, source, receivedMillis);
            return;
        }
        long hash = line.seriesHash();
        if (!known.find(hash, line.bytes(), line.seriesStart(), line.seriesEnd())) {
            LineError error = newSeries.read(line.bytes(), line.seriesStart(), line.seriesEnd());
            if (error != LineError.NONE) {
                refusals.refuse(error.code(), line, newSeries.errorAt(), source, receivedMillis);
                return;
            }
            learn(hash, receivedMillis);
        }
        batches.append(known.found(), line, stamp, receivedMillis);
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

    /** Hands on all lines gathered and, behind them, what time it is; to be called once a second. */
    public void tick(long nowMillis) {
        batches.tick(nowMillis);
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
