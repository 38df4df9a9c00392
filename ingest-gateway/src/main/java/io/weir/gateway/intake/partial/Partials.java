package io.weir.gateway.intake.partial;

import io.weir.contract.line.FieldKey;
import io.weir.contract.line.LineReader;
import io.weir.contract.line.Series;
import io.weir.contract.line.SeriesHash;
import io.weir.gateway.intake.count.InputCounts;
import io.weir.gateway.intake.known.CanonicalSeries;
import io.weir.gateway.intake.known.KnownSeries;
import io.weir.gateway.intake.spelling.LineText;
import io.weir.gateway.intake.stamp.StampClock;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The partials of an intake since the last {@link #flush}. When those of all intakes take more memory than
 * they may, those of the intake that needs more are flushed early: a partial adds to others of its group and
 * second, so this costs lines, but no value. Belongs to one thread. Allocates nothing for a value of a partial
 * that there is.
 */
public final class Partials {
    private static final long SECOND_NANOS = 1_000_000_000;

    /** Of seconds this far from 1970, not every nanosecond has a timestamp. */
    private static final long TOO_FAR_SECOND = Long.MAX_VALUE / SECOND_NANOS;

    private static final int NOT_AGGREGATED = -1;

    private final List<SourceAggregation> aggregations;
    private final byte[][][] fieldKeys;
    private final Groups groups;
    private final int partitions;
    private final PartialMemory memory;
    private final StampClock stamps;
    private final InputCounts counts;
    private final PartialLines lines;
    private final Map<PartialKey, Partial> open = new LinkedHashMap<>();
    private final PartialKey key = new PartialKey();
    private final CanonicalSeries series = new CanonicalSeries();
    private final LineText rest = new LineText(256);
    private final LineText fields = new LineText(1024);
    /** Memory that the open partials took. */
    private long bytes;

    /**
     * No partials.
     *
     * @param known caches the groups of series
     * @param memory of all intakes
     * @param stamps makes the timestamps of partials differ
     * @param counts of the lines that end here, and of those that begin
     */
    public Partials(
            List<SourceAggregation> aggregations,
            KnownSeries known,
            int partitions,
            PartialMemory memory,
            StampClock stamps,
            InputCounts counts,
            PartialLines lines) {
        this.aggregations = List.copyOf(aggregations);
        this.fieldKeys = aggregations.stream()
                .map(each -> each.fields().stream().map(FieldKey::spelled).toArray(byte[][]::new))
                .toArray(byte[][][]::new);
        this.groups = new Groups(this.aggregations, known);
        this.partitions = partitions;
        this.memory = memory;
        this.stamps = stamps;
        this.counts = counts;
        this.lines = lines;
    }

    /**
     * Adds the numbers of the line to partials, and hands over the rest of it, if its series is in a group.
     *
     * @return whether it is; if not, nothing has happened
     */
    public boolean take(CanonicalSeries of, LineReader line, long stampNanos, long receivedNanos) {
        long second = Math.floorDiv(stampNanos, SECOND_NANOS);
        long receivedMillis = receivedNanos / 1_000_000;
        if (line.isMarked() || Math.abs(second) >= TOO_FAR_SECOND || !groups.find(of, receivedMillis)) {
            return false;
        }
        key.group(groups.found(), groups.aggregation());
        rest.clear();
        for (int i = 0; i < line.fieldCount(); i++) {
            int field = field(line, i);
            if (field == NOT_AGGREGATED) {
                if (rest.length() > 0) {
                    rest.put(',');
                }
                rest.put(line.bytes(), line.fieldKeyStart(i), line.valueEnd(i));
            } else {
                key.value(field, second);
                add(line.doubleValue(i), receivedNanos);
            }
        }
        if (rest.length() > 0) {
            lines.line(of, rest.bytes(), rest.length(), stampNanos, receivedMillis);
        } else {
            counts.aggregated.increment();
        }
        return true;
    }

    /** The index of a field in its aggregation, if its value is a number. */
    private int field(LineReader line, int i) {
        if (line.fieldType(i).isNumber()) {
            byte[][] keys = fieldKeys[key.aggregation()];
            for (int field = 0; field < keys.length; field++) {
                byte[] name = keys[field];
                if (Arrays.equals(name, 0, name.length, line.bytes(), line.fieldKeyStart(i), line.fieldKeyEnd(i))) {
                    return field;
                }
            }
        }
        return NOT_AGGREGATED;
    }

    private void add(double value, long receivedNanos) {
        Partial partial = open.get(key);
        if (partial != null && !partial.hasRoomFor(value)) {
            open.remove(key);
            giveBack(partial.bytes() + key.length());
            write(key, partial);
            partial = null;
        }
        int before = 0;
        if (partial == null) {
            partial = new Partial();
            open.put(key.copy(), partial);
            before = -key.length();
        } else {
            before = partial.bytes();
        }
        partial.add(value, receivedNanos);
        take(partial.bytes() - before);
    }

    private void take(int more) {
        if (more > 0) {
            bytes += more;
            if (!memory.take(more, bytes)) {
                counts.early.add(open.size());
                flush();
            }
        }
    }

    private void giveBack(long less) {
        bytes -= less;
        memory.giveBack(less);
    }

    /** Hands over all partials, older ones first: results of a group must not go back in time. */
    public void flush() {
        // Before the work: meanwhile, no other intake should flush for want of this memory.
        giveBack(bytes);
        open.entrySet().stream()
                .sorted(Comparator.comparingLong(each -> each.getKey().second()))
                .forEach(each -> write(each.getKey(), each.getValue()));
        open.clear();
    }

    /**
     * Another partial of the second, of another flush, event loop or gateway, must not have the same timestamp,
     * because it would replace this one. Receive times would not do: periodic senders repeat their nanoseconds.
     */
    private void write(PartialKey of, Partial partial) {
        Series group = Series.parse(of.group());
        String field = aggregations.get(of.aggregation()).fields().get(of.field());
        byte[] canonical =
                group.withMeasurement(group.measurement() + "_" + field).canonical();
        int partition = SeriesHash.partition(SeriesHash.of(canonical, 0, canonical.length), partitions);
        series.set(canonical, 0, canonical.length, partition, 0);
        fields.clear();
        partial.write(fields);
        counts.aggregates.increment();
        lines.line(
                series,
                fields.bytes(),
                fields.length(),
                stamps.within(of.second()),
                partial.receivedNanos() / 1_000_000);
    }
}
