package io.weir.processing.series;

import io.weir.contract.line.Decimals;
import io.weir.contract.line.FieldType;
import io.weir.contract.line.FutureLimit;
import io.weir.contract.line.LineBounds;
import io.weir.contract.line.LineError;
import io.weir.contract.line.LineReader;
import io.weir.contract.line.SeriesHash;
import io.weir.contract.line.SeriesReader;
import io.weir.contract.state.Checkpoint;
import io.weir.processing.account.RecordLines;
import io.weir.processing.account.Use;
import io.weir.processing.batch.LateLines;
import io.weir.processing.batch.Metrics;
import io.weir.processing.check.TypeCheck;
import io.weir.processing.check.TypeError;
import io.weir.processing.meter.ProcessingMeters;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * Reads the lines of a record into a {@link MetricBatch}. The tags of a known series are not parsed
 * again. Metrics that a restored slot already includes are skipped. One per task.
 */
public final class RawReader {

    private static final long NANOS_PER_MILLI = 1_000_000;

    /** Suffix of the reasons for a new series, a new field or a value that is refused memory. */
    public static final String BUDGET = "-budget";

    private static final String LATE = "late";
    private static final String END_AHEAD = "end-ahead";
    private static final String SERIES_BUDGET = "series" + BUDGET;
    private static final String FIELD_BUDGET = "field" + BUDGET;
    private static final String WINDOW_BUDGET = "window" + BUDGET;
    private static final String SUPPRESS_BUDGET = "suppress" + BUDGET;

    private final SeriesStates states;
    private final Checkpoint checkpoint;
    private final RefusalListener refusals;
    private final ProcessingMeters meters;
    private final LineBounds bounds;
    private final FutureLimit future;
    private final LineReader lines = new LineReader();
    private final SeriesReader seriesReader = new SeriesReader();
    private final byte[] spelled = new byte[Decimals.MAX_LENGTH];
    private boolean isFieldRefused;

    /** Receives lines that cannot be read and lines that are refused memory. */
    public interface RefusalListener {
        /**
         * Called for the line {@code bytes[from, to)}; {@code at} is the index of the offending
         * byte.
         */
        void refused(byte[] bytes, int from, int to, String reason, int at);
    }

    /**
     * Creates a reader for the series of a task.
     *
     * @param future end markers with timestamps beyond it are refused, and kept values do not remember them
     */
    public RawReader(
            LineBounds bounds,
            FutureLimit future,
            SeriesStates states,
            Checkpoint checkpoint,
            RefusalListener refusals,
            ProcessingMeters meters) {
        this.bounds = bounds;
        this.future = future;
        this.states = states;
        this.checkpoint = checkpoint;
        this.refusals = refusals;
        this.meters = meters;
    }

    /** Fills {@code batch} with the metrics of a record. */
    public void read(byte[] value, long offset, long receivedMillis, MetricBatch batch) {
        batch.wrap(states, value, offset, receivedMillis);
        lines.wrap(value, 0, value.length);
        while (lines.next(states.expected())) {
            if (lines.error() != LineError.NONE) {
                refusals.refused(
                        value, lines.lineStart(), lines.lineEnd(), lines.error().code(), lines.errorAt());
                continue;
            }
            LineError beyond = bounds.refuses(lines);
            if (beyond != LineError.NONE) {
                refusals.refused(value, lines.lineStart(), lines.lineEnd(), beyond.code(), lines.fieldsStart());
                continue;
            }
            int slot = slot();
            if (slot >= 0 && !checkpoint.includes(slot) && !isOfWrongType(slot)) {
                add(slot, batch);
            }
        }
    }

    /**
     * Refuses the current line if a value is not of its declared type; an end is not a value. Numbers no
     * fields: those of a refused line must not use up the numbers of other lines.
     */
    private boolean isOfWrongType(int slot) {
        if (!states.rules(slot).hasTypes() || lines.isEnd()) {
            return false;
        }
        for (int field = 0; field < lines.fieldCount(); field++) {
            TypeCheck type = type(slot, field);
            if (type != null) {
                TypeError error = type.check(lines, field);
                if (error != TypeError.NONE) {
                    refusals.refused(lines.bytes(), lines.lineStart(), lines.lineEnd(), error.code(), type.errorAt());
                    return true;
                }
            }
        }
        return false;
    }

    private @Nullable TypeCheck type(int slot, int field) {
        byte[] bytes = lines.bytes();
        int from = lines.fieldKeyStart(field);
        int to = lines.fieldKeyEnd(field);
        int number = states.knownField(slot, bytes, from, to, field);
        return number == Metrics.UNNUMBERED
                ? states.rules(slot).type(bytes, from, to)
                : states.field(slot, number).type();
    }

    private void add(int slot, MetricBatch batch) {
        SeriesRules rules = states.rules(slot);
        states.seen(slot, batch.receivedMillis(), batch.offset());
        if (rules.hasState()) {
            checkpoint.touch(slot);
        }
        long timestamp = lines.hasTimestamp() ? lines.timestamp() : batch.receivedMillis() * NANOS_PER_MILLI;
        if (lines.isMarked()) {
            addMarked(slot, timestamp, batch);
            return;
        }
        batch.addRawMetric(slot, timestamp);
        states.account().lines().add(lines.lineStart());
        boolean areRead = rules.readsFields();
        isFieldRefused = false;
        for (int field = 0; field < lines.fieldCount(); field++) {
            if (areRead) {
                addField(field, slot, batch);
            } else {
                int number = Metrics.UNNUMBERED;
                int added = add(field, number, states.field(slot, number), batch);
                batch.setRaw(added, lines.fieldType(field), 0);
            }
        }
        if (isFieldRefused) {
            refuse(FIELD_BUDGET);
        }
    }

    private void addMarked(int slot, long timestamp, MetricBatch batch) {
        if (lines.isEnd()) {
            addEnd(slot, timestamp, batch);
        } else {
            addKept(slot, timestamp, batch);
        }
    }

    /** Adds the kept value of the line's field, after the line has set or changed it. */
    private void addKept(int slot, long timestamp, MetricBatch batch) {
        if (!states.save(slot, lines.lineStart())) {
            refuse(SERIES_BUDGET);
            return;
        }
        checkpoint.touch(slot);
        int number = number(slot, 0);
        if (number == Metrics.UNNUMBERED) {
            refuse(FIELD_BUDGET);
            return;
        }
        KeptValues kept = states.keepValues(slot, batch.receivedMillis());
        boolean isNew = !kept.has(number);
        double value = lines.isChange() ? kept.plus(number, lines.doubleValue(0)) : lines.doubleValue(0);
        if (!Double.isFinite(value)) {
            refuse(LineError.NUMBER_OUT_OF_RANGE.code());
            return;
        }
        TypeCheck type = states.field(slot, number).type();
        TypeError error = type == null ? TypeError.NONE : type.checkSum(value);
        if (error != TypeError.NONE) {
            refuse(error.code());
            return;
        }
        if (isNew && lines.isChange()) {
            meters.changedFromZero();
        }
        kept.keep(number, value);
        if (isNew) {
            states.state(slot).count();
        }
        batch.addRawMetric(slot, kept.stamp(timestamp, future, batch.receivedMillis()));
        states.account().lines().add(lines.lineStart());
        int field = add(0, number, states.field(slot, number), batch);
        batch.setRaw(field, FieldType.FLOAT, value);
        if (lines.isChange()) {
            int length = Decimals.write(spelled, 0, value);
            batch.replaceValue(batch.size() - 1, field, spelled, length, FieldType.FLOAT, value);
        }
    }

    private void addEnd(int slot, long timestamp, MetricBatch batch) {
        if (future.isBeyond(timestamp, batch.receivedMillis())) {
            refuse(END_AHEAD);
        } else {
            batch.ends().add(slot, timestamp, lines.lineStart());
            meters.seriesEnded();
        }
    }

    private void addField(int field, int slot, MetricBatch batch) {
        int number = number(slot, field);
        if (number == Metrics.UNNUMBERED) {
            meters.fieldBypassed();
        }
        FieldRules rules = states.field(slot, number);
        FieldType type = lines.fieldType(field);
        double value = type.isNumber() && rules.readsNumber() ? lines.doubleValue(field) : 0;
        batch.setRaw(add(field, number, rules, batch), type, value);
    }

    /** The number of a field, which becomes one of the series' fields if memory allows. */
    private int number(int slot, int field) {
        byte[] bytes = lines.bytes();
        int from = lines.fieldKeyStart(field);
        int to = lines.fieldKeyEnd(field);
        int number = states.knownField(slot, bytes, from, to, field);
        return number == Metrics.UNNUMBERED && mayAddField(slot, field)
                ? states.fieldNumber(slot, bytes, from, to, field)
                : number;
    }

    /** Also true if the series has the field already. */
    private boolean mayAddField(int slot, int field) {
        boolean isAdmitted = states.mayGrow(slot, Use.NAMES, lines.lineStart())
                || states.state(slot)
                        .hasField(lines.bytes(), lines.fieldKeyStart(field), lines.fieldKeyEnd(field), field);
        isFieldRefused |= !isAdmitted;
        return isAdmitted;
    }

    /** Refuses the current line, or a value of it, for lack of memory. */
    private void refuse(String reason) {
        refusals.refused(lines.bytes(), lines.lineStart(), lines.lineEnd(), reason, lines.lineStart());
    }

    /** Reports the lines with values that were refused memory in windows or in suppression. */
    public void refuseValues(byte[] value) {
        refuseValues(value, Use.WINDOWS, WINDOW_BUDGET);
        refuseValues(value, Use.SUPPRESSION, SUPPRESS_BUDGET);
    }

    /** Reports the lines with late values beyond the limit of {@link LateLines}. */
    public void refuseLate(byte[] value) {
        refuseValues(value, states.late().rejected(), LATE);
    }

    private void refuseValues(byte[] value, Use use, String reason) {
        refuseValues(value, states.account().lines().refused(use), reason);
    }

    private void refuseValues(byte[] value, BitSet refused, String reason) {
        RecordLines of = states.account().lines();
        for (int metric = refused.nextSetBit(0); metric >= 0; metric = refused.nextSetBit(metric + 1)) {
            lines.wrap(value, of.start(metric), value.length);
            lines.next();
            refuse(reason);
        }
    }

    private int add(int field, int number, FieldRules rules, MetricBatch batch) {
        return batch.addRawField(
                lines.fieldKeyStart(field), lines.fieldKeyEnd(field), lines.valueEnd(field), number, rules);
    }

    /** The slot of the current line's series; -1 if the series is refused. */
    private int slot() {
        if (lines.isAsExpected()) {
            return states.cameAsExpected();
        }
        int slot = slotByHash();
        if (slot >= 0) {
            states.came(slot);
        }
        return slot;
    }

    private int slotByHash() {
        byte[] bytes = lines.bytes();
        int from = lines.seriesStart();
        int to = lines.seriesEnd();
        int known = states.find(bytes, from, to, lines.seriesHash());
        if (known >= 0) {
            return known;
        }
        LineError error = seriesReader.read(bytes, from, to);
        if (error != LineError.NONE) {
            refusals.refused(bytes, lines.lineStart(), lines.lineEnd(), error.code(), seriesReader.errorAt());
            return -1;
        }
        LineError beyond = bounds.refuses(seriesReader);
        if (beyond != LineError.NONE) {
            refusals.refused(bytes, lines.lineStart(), lines.lineEnd(), beyond.code(), from);
            return -1;
        }
        return canonicalSlot(seriesReader.canonical());
    }

    /** Gateways write series canonically. Other producers may not, and need this second look-up. */
    private int canonicalSlot(byte[] canonical) {
        long hash = SeriesHash.of(canonical, 0, canonical.length);
        int known = states.find(canonical, 0, canonical.length, hash);
        if (known >= 0) {
            return known;
        }
        int slot = states.add(canonical, hash, lines.lineStart());
        if (slot < 0) {
            refuse(SERIES_BUDGET);
        } else {
            checkpoint.touchNew(slot);
        }
        return slot;
    }
}
