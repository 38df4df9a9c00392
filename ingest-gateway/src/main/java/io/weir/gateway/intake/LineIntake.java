package io.weir.gateway.intake;

import io.weir.contract.line.LineError;
import io.weir.contract.line.LineReader;
import io.weir.contract.line.SeriesHash;
import io.weir.gateway.intake.batch.Pressure;
import io.weir.gateway.intake.batch.Receipt;
import io.weir.gateway.intake.count.InputCounts;
import io.weir.gateway.intake.known.KnownSeries;
import io.weir.gateway.intake.partial.Partials;
import io.weir.gateway.intake.stamp.StampLimits;
import io.weir.gateway.intake.stamp.StampUnit;
import io.weir.gateway.intake.stamp.Stamps;
import io.weir.gateway.limit.AllowList;
import io.weir.gateway.limit.LineBudget;
import io.weir.gateway.limit.LineLimits;
import io.weir.gateway.limit.SequenceName;
import io.weir.gateway.limit.SequenceReader;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * Turns line protocol into batches of canonical lines. Every line ends in the batch of its
 * partition or is rejected. Belongs to one thread. Allocates nothing for a line of a cached series.
 */
public final class LineIntake {
    /** Drop reason for readable lines: the queue is nearly full, and their class is shed first. */
    static final String SHED = "shed";

    private final LineReader line = new LineReader();
    private final Sender sender;
    private final KnownSeries known;
    private final NewSeries newSeries;
    private final PartitionBatches batches;
    private final RejectedLines refusals;
    private final Pressure pressure;
    private final StampLimits stampLimits;
    private final LineLimits limits;
    private final InputCounts counts;
    private @Nullable Partials partials;
    private Stamps stamps;
    private final MessageTags tags = new MessageTags();
    private @Nullable Sequence sequence;
    private @Nullable MissingNumbers packetNumbers;

    /** An intake that counts in {@code counts}. */
    public LineIntake(IntakeSettings settings, SharedParts shared, InputCounts counts) {
        this.sender = new Sender(shared.limits());
        this.limits = shared.limits().lines();
        this.known = new KnownSeries(settings.knownSeries(), settings.knownSeriesBytes());
        known.onStartOver(shared.limits().series()::startOver);
        this.pressure = shared.queue().pressure();
        this.newSeries = new NewSeries(known, sender, settings.partitions(), limits, pressure.shedding());
        this.batches = new PartitionBatches(settings.partitions(), settings.batchBytes(), shared.queue(), counts);
        this.refusals = new RejectedLines(settings.rejectsPerSecond(), shared.queue(), counts);
        this.stamps = shared.stamps();
        this.stampLimits = settings.limits();
        this.counts = counts;
        if (!settings.aggregations().isEmpty()) {
            this.partials = new Partials(
                    settings.aggregations(),
                    known.split(),
                    settings.partitions(),
                    shared.partials(),
                    shared.stamps(),
                    counts,
                    batches::append);
        }
    }

    /** Starts counting missing numbers in the sequences that senders write into their lines. */
    public LineIntake withSequence(SequenceName name) {
        sequence = new Sequence(name);
        return this;
    }

    /** Starts counting missing packet numbers that belong to the protocol of the senders. */
    public LineIntake withPacketNumbers() {
        packetNumbers = new MissingNumbers();
        return this;
    }

    /**
     * Enables receipts: the input waits for {@link #takeReceipt} until its lines are safe. Its senders
     * may repeat lines, which would count twice in a partial, so nothing is aggregated.
     */
    public LineIntake withReceipts() {
        aggregateNothing();
        batches.withReceipts();
        return this;
    }

    /**
     * Enables receipts for an input that can read its lines again. Its lines are safe only once
     * Kafka acknowledges them, and lines that Kafka already has are not duplicated by reading them
     * again. The input must announce each {@link #record} and must wait while there is no room,
     * because its lines are never dropped, shed or aggregated.
     */
    public LineIntake withOrigins() {
        aggregateNothing();
        batches.withOrigins();
        return this;
    }

    /**
     * Enables receipts for an input whose source sends unacknowledged lines again, with the same
     * timestamps. Its lines are safe only once Kafka acknowledges them, and are never dropped,
     * shed or aggregated: the input must wait while there is no room.
     *
     * @param stamps the timestamps of lines without one, the same each time
     */
    public LineIntake withRedelivery(Stamps stamps) {
        aggregateNothing();
        batches.withRedelivery();
        this.stamps = stamps;
        return this;
    }

    private void aggregateNothing() {
        partials = null;
        known.rejoin();
    }

    /**
     * Adds tags to all lines of the next message: those of the calls of {@link #lines} until the next
     * call.
     *
     * @param tags with a comma before each, as line protocol spells them; not copied
     * @param messageBytes length of the message, which bounds its lines
     */
    public void tagMessage(byte[] tags, int messageBytes) {
        this.tags.begin(tags, messageBytes);
    }

    /** Assigns timestamps to lines without one. */
    public Stamps stamps() {
        return stamps;
    }

    /**
     * Announces that the lines of the next calls of {@link #lines}, which begin at index 0, belong to
     * this record. Reading the record again must give the same calls.
     */
    public void record(String log, long offset) {
        batches.record(log, offset);
    }

    /**
     * Flushes all buffered lines. Returns the receipt of everything handed over since the previous
     * call.
     */
    public Receipt takeReceipt() {
        batches.flush();
        Receipt taken = batches.takeReceipt();
        if (taken == null) {
            throw new IllegalStateException("an intake without receipts");
        }
        return taken;
    }

    /**
     * Records the arrival of a packet number, 0 or more; {@code which} distinguishes the sequences
     * of one address.
     */
    public void packetNumber(int which, long number, SocketAddress source) {
        if (packetNumbers != null) {
            sender.is(source);
            packetNumbers.next(sender, which, number, counts);
        }
    }

    /** Counts numbers that are missing in a sequence that the input tracks itself. */
    public void missing(int numbers, SocketAddress source) {
        sender.is(source);
        sender.misses(numbers);
        counts.missing.add(numbers);
    }

    /**
     * Counts a datagram of this length, whatever its outcome. Returns whether it contains anything.
     */
    public boolean countDatagram(int length) {
        counts.datagrams.increment();
        counts.bytes.add(length);
        if (length == 0) {
            counts.emptyDatagrams.increment();
        }
        return length > 0;
    }

    /**
     * Consumes lines of a stream, a request or a translator. The caller may reuse the bytes
     * afterwards.
     *
     * @return the number of lines that were not rejected
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
        batches.portion(to);
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
     * Rejects bytes that never became a line, such as a broken part of a packet. They count as one
     * line.
     *
     * @param at index of the first wrong byte
     */
    public void refuse(
            String reason, byte[] bytes, int from, int to, int at, SocketAddress source, long receivedNanos) {
        counts.lines.increment();
        sender.is(source);
        refusals.from(source, receivedNanos / 1_000_000);
        refusals.refuse(reason, bytes, from, to, at, 1);
        sender.sent(1, 1);
    }

    /** Rejects all lines without parsing them. */
    void refuseAll(String reason, byte[] bytes, int from, int to, SocketAddress source, long receivedNanos) {
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

    /**
     * The reason why nothing from this sender is accepted now; null if it may send. Streams and
     * requests check this before reading.
     */
    public @Nullable String keepsOut(SocketAddress source) {
        sender.is(source);
        return sender.keptOut();
    }

    /**
     * Counts lines of a sender that is not allowed. It gets no entry among the sources, because
     * forged addresses would fill the table.
     */
    void dropForbidden(int lines) {
        counts.lines.add(lines);
        counts.dropped.add(AllowList.NOT_ALLOWED, lines);
    }

    /** Counts lines that were dropped because their sender exceeded its budget. */
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
        if (stamp == Stamps.NONE && !line.hasTimestamp()) {
            return refuse(Stamps.MISSING, line.fieldsEnd(), listener);
        }
        if (stampLimits.isAhead(stamp, receivedNanos)) {
            return refuse(StampLimits.AHEAD, line.fieldsEnd() + 1, listener);
        }
        if (stampLimits.isBehind(stamp, receivedNanos)) {
            return refuse(StampLimits.BEHIND, line.fieldsEnd() + 1, listener);
        }
        String tooLarge = limits.refuses(line, tags.length());
        if (tooLarge != null) {
            return refuse(tooLarge, line.fieldsStart(), listener);
        }
        if (!tags.isEmpty() && !tags.haveRoom(line)) {
            return refuse(MessageTags.TOO_LONG, line.seriesStart(), listener);
        }
        String badSeries = findSeries(receivedNanos / 1_000_000);
        if (badSeries != null) {
            return refuseSeries(badSeries, listener);
        }
        if (known.found().rank() < pressure.level() && !batches.canBeReadAgain()) {
            counts.dropped.add(SHED, 1);
            batches.dropped();
            return true;
        }
        if (partials == null || !partials.take(known.found(), line, stamp, receivedNanos)) {
            batches.append(known.found(), line, stamp, receivedNanos / 1_000_000);
        }
        return true;
    }

    /** Finds or learns the series of the current line. Returns why it is rejected, or null. */
    private @Nullable String findSeries(long receivedMillis) {
        if (sequence != null) {
            SequenceReader numbered = sequence.reader();
            return findTagged(numbered.series(), numbered.seriesStart(), numbered.seriesEnd(), receivedMillis);
        }
        return findTagged(line.bytes(), line.seriesStart(), line.seriesEnd(), receivedMillis);
    }

    private @Nullable String findTagged(byte[] bytes, int from, int to, long receivedMillis) {
        if (tags.isEmpty()) {
            return findSeries(bytes, from, to, receivedMillis);
        }
        tags.join(bytes, from, to);
        return findSeries(tags.series(), 0, tags.seriesLength(), receivedMillis);
    }

    private @Nullable String findSeries(byte[] bytes, int from, int to, long receivedMillis) {
        if (known.findNext(bytes, from, to)) {
            return null;
        }
        long hash = SeriesHash.of(bytes, from, to);
        return known.find(hash, bytes, from, to) ? null : newSeries.learn(hash, bytes, from, to, receivedMillis);
    }

    /** Rejects the current line because of its series, which may lie elsewhere, and returns false. */
    private boolean refuseSeries(String reason, RefusalListener listener) {
        if (tags.isEmpty()) {
            return refuse(reason, sequence == null ? newSeries.refusedAt() : line.seriesStart(), listener);
        }
        byte[] tagged = tags.tagged(line);
        refusals.refuse(reason, tagged, 0, tagged.length, newSeries.refusedAt(), line.lineNumber());
        listener.refused(reason, line.lineNumber(), 1);
        return false;
    }

    /** Rejects the current line and returns false. */
    private boolean refuse(String reason, int at, RefusalListener listener) {
        refusals.refuse(reason, line.bytes(), line.lineStart(), line.lineEnd(), at, line.lineNumber());
        listener.refused(reason, line.lineNumber(), at - line.lineStart() + 1);
        return false;
    }

    /** Whether there are buffered lines. */
    public boolean hasGathered() {
        return !batches.isEmpty();
    }

    /** Hands over all buffered lines, and all values that were aggregated. */
    public void flush() {
        if (partials != null) {
            partials.flush();
        }
        batches.flush();
    }

    /** Hands over all buffered lines. Values that were aggregated wait for others of their group. */
    public void flushLines() {
        batches.flush();
    }

    LineLimits limits() {
        return limits;
    }

    /** Number of lines and parts of messages that this intake has rejected. */
    public long refusals() {
        return refusals.total();
    }

    /** The counters of this intake. */
    public InputCounts counts() {
        return counts;
    }

    /** Number of cached series. Any thread may call this. */
    public int knownSeries() {
        return known.size();
    }
}
