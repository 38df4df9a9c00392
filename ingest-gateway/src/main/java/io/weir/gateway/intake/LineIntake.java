package io.weir.gateway.intake;

import io.weir.contract.line.LineError;
import io.weir.contract.line.LineReader;
import io.weir.contract.line.SeriesHash;
import io.weir.gateway.limit.AllowList;
import io.weir.gateway.limit.LineBudget;
import io.weir.gateway.limit.LineCount;
import io.weir.gateway.limit.LineLimits;
import io.weir.gateway.limit.SequenceName;
import io.weir.gateway.limit.SequenceReader;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * Turns line protocol into batches of canonical lines: every line ends in the batch of its partition or among the refused. Belongs
 * to one thread; allocates nothing for a line whose series is known.
 */
public final class LineIntake implements DatagramIntake {
    /** Why lines were dropped that could be read: there is little room, and their class is cheaper than others. */
    static final String SHED = "shed";

    private final LineReader line = new LineReader();
    private final LineCount lineCount = new LineCount();
    private final Sender sender;
    private final KnownSeries known;
    private final NewSeries newSeries;
    private final PartitionBatches batches;
    private final Refusals refusals;
    private final Pressure pressure;
    private final StampClock stamps;
    private final StampLimits stampLimits;
    private final LineLimits limits;
    private final StampUnit unit;
    private final InputCounts counts;
    private @Nullable Sequence sequence;
    private @Nullable MissingNumbers packetNumbers;

    /** An intake whose lines are counted in {@code counts}; {@code unit} is that of timestamps in datagrams. */
    public LineIntake(IntakeSettings settings, SharedParts shared, InputCounts counts, StampUnit unit) {
        this.sender = new Sender(shared.limits());
        this.limits = shared.limits().lines();
        this.known = new KnownSeries(settings.knownSeries(), settings.knownSeriesBytes());
        known.onStartOver(shared.limits().series()::startOver);
        this.pressure = shared.handOff().pressure();
        this.newSeries = new NewSeries(known, sender, settings.partitions(), limits, pressure.shedding());
        this.batches = new PartitionBatches(settings.partitions(), settings.batchBytes(), shared.handOff(), counts);
        this.refusals = new Refusals(settings.rejectsPerSecond(), shared.handOff(), counts);
        this.stamps = shared.stamps();
        this.stampLimits = settings.limits();
        this.unit = unit;
        this.counts = counts;
    }

    /** Senders number their datagrams or lines: what is missing is counted from now on. */
    public LineIntake withSequence(SequenceName name) {
        sequence = new Sequence(name);
        return this;
    }

    /** Senders number their packets in a way of their protocol: what is missing is counted from now on. */
    public LineIntake withPacketNumbers() {
        packetNumbers = new MissingNumbers();
        return this;
    }

    /** Its input waits until lines are safe, by {@link #takeReceipt}. */
    public LineIntake withReceipts() {
        batches.withReceipts();
        return this;
    }

    /**
     * The same for an input that can read lines again: only Kafka makes them safe, and nothing that Kafka had is doubled by reading it once
     * more. Tells of each {@link #record}; has to wait while there is no room, as nothing of it is ever dropped or shed.
     */
    public LineIntake withOrigins() {
        batches.withOrigins();
        return this;
    }

    /** The {@link #lines} that follow, from index 0 on, are those of a record of this many bytes. */
    public void record(String log, long offset, int bytes) {
        batches.record(log, offset, bytes);
    }

    /** Hands on all lines gathered; returns the receipt of all that were handed on since this was called last. */
    public Receipt takeReceipt() {
        batches.flush();
        Receipt taken = batches.takeReceipt();
        if (taken == null) {
            throw new IllegalStateException("an intake without receipts");
        }
        return taken;
    }

    /** A packet with this number, 0 or more, has come; {@code which} tells the sequences of an address apart. */
    public void packetNumber(int which, long number, SocketAddress source) {
        if (packetNumbers != null) {
            sender.is(source);
            packetNumbers.next(sender, which, number, counts);
        }
    }

    @Override
    public void datagram(byte[] bytes, int from, int to, SocketAddress source, long receivedNanos) {
        if (countDatagram(to - from)) {
            lines(bytes, from, to, unit, source, receivedNanos, RefusalListener.NONE);
        }
    }

    /** Counts a datagram of so many bytes, whatever becomes of it; says whether there is anything in it. */
    public boolean countDatagram(int length) {
        counts.datagrams.increment();
        counts.bytes.add(length);
        if (length == 0) {
            counts.emptyDatagrams.increment();
        }
        return length > 0;
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
        sender.is(source);
        refusals.from(source, receivedNanos / 1_000_000);
        line.wrap(bytes, from, to);
        while (line.next()) {
            lines++;
            if (takeLine(unit, receivedNanos, listener)) {
                taken++;
            }
        }
        counts.lines.add(lines);
        sender.sent(lines, lines - taken);
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
        sender.is(source);
        refusals.from(source, receivedNanos / 1_000_000);
        refusals.refuse(reason, bytes, from, to, at, 1);
        sender.sent(1, 1);
    }

    @Override
    public int linesIn(byte[] bytes, int from, int to) {
        return lineCount.of(bytes, from, to);
    }

    @Override
    public int unreadLinesIn(byte[] bytes, int from, int to) {
        return LineCount.ofUnread(bytes, from, to);
    }

    @Override
    public void refuseAll(String reason, byte[] bytes, int from, int to, SocketAddress source, long receivedNanos) {
        int lines = 0;
        sender.is(source);
        refusals.from(source, receivedNanos / 1_000_000);
        line.wrap(bytes, from, to);
        while (line.next()) {
            lines++;
            refuse(reason, line.lineStart(), RefusalListener.NONE);
        }
        counts.lines.add(lines);
        sender.sent(lines, lines);
    }

    /** Why nothing of this sender may come in now; null if it may. What is a stream or a request is asked this before it is read. */
    public @Nullable String keepsOut(SocketAddress source) {
        sender.is(source);
        return sender.keptOut();
    }

    /** Counts lines of a sender that may not send. It gets no place among the sources, which forged addresses would fill. */
    void dropForbidden(int lines) {
        counts.lines.add(lines);
        counts.dropped.add(AllowList.NOT_ALLOWED, lines);
    }

    /** Counts lines that were not let in because their sender has sent too many. */
    void dropExcess(int lines, SocketAddress source) {
        counts.lines.add(lines);
        counts.dropped.add(LineBudget.USED_UP, lines);
        sender.is(source);
        sender.sentInVain(lines);
    }

    private boolean takeLine(StampUnit unit, long receivedNanos, RefusalListener listener) {
        if (line.error() != LineError.NONE) {
            return refuse(line.error().code(), line.errorAt(), listener);
        }
        if (sequence != null) {
            sequence.read(line, sender, counts);
        }
        if (line.hasTimestamp() && !unit.fits(line.timestamp())) {
            String reason = LineError.TIMESTAMP_OUT_OF_RANGE.code();
            return refuse(reason, line.fieldsEnd() + 1, listener);
        }
        long stamp = line.hasTimestamp() ? unit.toNanos(line.timestamp()) : stamps.next(receivedNanos);
        if (stampLimits.isAhead(stamp, receivedNanos)) {
            return refuse(StampLimits.AHEAD, line.fieldsEnd() + 1, listener);
        }
        if (stampLimits.isBehind(stamp, receivedNanos)) {
            return refuse(StampLimits.BEHIND, line.fieldsEnd() + 1, listener);
        }
        String tooLarge = limits.refuses(line);
        if (tooLarge != null) {
            return refuse(tooLarge, line.fieldsStart(), listener);
        }
        String badSeries = findSeries(receivedNanos / 1_000_000);
        if (badSeries != null) {
            // The series that was read may lie elsewhere, without its number.
            return refuse(badSeries, sequence == null ? newSeries.refusedAt() : line.seriesStart(), listener);
        }
        if (known.found().rank() < pressure.level() && !batches.hasOrigins()) {
            counts.dropped.add(SHED, 1);
            batches.dropped();
            return true;
        }
        batches.append(known.found(), line, stamp, receivedNanos / 1_000_000);
        return true;
    }

    /** Finds or learns the series of the current line; says why it is refused, or null. */
    private @Nullable String findSeries(long receivedMillis) {
        if (sequence != null) {
            SequenceReader numbered = sequence.reader();
            return findSeries(numbered.series(), numbered.seriesStart(), numbered.seriesEnd(), receivedMillis);
        }
        return findSeries(line.bytes(), line.seriesStart(), line.seriesEnd(), receivedMillis);
    }

    private @Nullable String findSeries(byte[] bytes, int from, int to, long receivedMillis) {
        if (known.findNext(bytes, from, to)) {
            return null;
        }
        long hash = SeriesHash.of(bytes, from, to);
        return known.find(hash, bytes, from, to) ? null : newSeries.learn(hash, bytes, from, to, receivedMillis);
    }

    /** Refuses the current line; says false. */
    private boolean refuse(String reason, int at, RefusalListener listener) {
        refusals.refuse(reason, line.bytes(), line.lineStart(), line.lineEnd(), at, line.lineNumber());
        listener.refused(reason, line.lineNumber(), at - line.lineStart() + 1);
        return false;
    }

    /** Whether lines are gathered that {@link #flush} would hand on. */
    public boolean hasGathered() {
        return !batches.isEmpty();
    }

    /** Hands on all lines gathered. */
    public void flush() {
        batches.flush();
    }

    LineLimits limits() {
        return limits;
    }

    /** What it counts in. */
    public InputCounts counts() {
        return counts;
    }

    /** How many series are known; for any thread. */
    public int knownSeries() {
        return known.size();
    }
}
