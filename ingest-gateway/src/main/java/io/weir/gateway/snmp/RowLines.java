package io.weir.gateway.snmp;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.RefusalListener;
import io.weir.gateway.intake.spelling.LineSpeller;
import io.weir.gateway.intake.stamp.ReceiveClock;
import io.weir.gateway.intake.stamp.StampUnit;
import io.weir.gateway.prometheus.SampleSpelling;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snmp4j.smi.Counter64;
import org.snmp4j.smi.OID;
import org.snmp4j.smi.Opaque;
import org.snmp4j.smi.Variable;

/** Writes rows as lines. Belongs to one thread. */
final class RowLines {
    /** Refusal: a value of a type that has no meaning here, such as Opaque. */
    static final String TYPE = "snmp-type";
    /** Refusal: a row without a value for any of its tags. */
    static final String NO_TAG = "snmp-no-tag";
    /** Refusal: a row with the same tags as another one. */
    static final String DUPLICATE = "snmp-duplicate-row";

    private static final int HAND_OVER_BYTES = 256 << 10;
    private static final int MOST_SHOWN = 300;

    private final LineIntake lines;
    private final ReceiveClock clock;
    private final LineSpeller spelled = new LineSpeller(HAND_OVER_BYTES / 4);
    private SocketAddress source = new InetSocketAddress(0);
    private long receivedNanos;

    RowLines(LineIntake lines, ReceiveClock clock) {
        this.lines = lines;
        this.clock = clock;
    }

    LineIntake intake() {
        return lines;
    }

    /** Begins lines about this device. */
    void begin(SocketAddress device) {
        source = device;
        receivedNanos = clock.nowNanos();
    }

    /**
     * Writes a table that was read completely, and the ends of the rows that it no longer has.
     *
     * @param series the beginning of its lines
     * @param live the rows of the poll before, which become those of this one
     * @return the number of lines with values
     */
    int write(byte[] series, Table table, Rows rows, LiveRows live, long millis) {
        int written = 0;
        for (Map.Entry<OID, @Nullable Variable[]> row : rows.all().entrySet()) {
            if (isRow(series, table, live, row.getKey(), row.getValue())) {
                spelled.endLine(millis);
                written++;
            } else {
                spelled.dropLine();
            }
            handOverIfMany();
        }
        boolean hasMemory = live.end(left -> {
            end(left, millis);
            handOverIfMany();
        });
        if (!hasMemory) {
            lines.counts().warnings.add(Failure.NO_MEMORY, 1);
        }
        return written;
    }

    /** Spells the line of a row up to its timestamp. Returns whether there is one. */
    private boolean isRow(byte[] series, Table table, LiveRows live, OID index, @Nullable Variable[] values) {
        List<Column> columns = table.columns();
        int start = spelled.length();
        spelled.begun(series);
        if (!table.isScalar() && !hasTags(table, columns, index, values)) {
            refuse(NO_TAG, columns.get(0).oid(), index, null);
            return false;
        }
        int end = spelled.length();
        for (int column = table.tags().size(); column < columns.size(); column++) {
            Variable value = values[column];
            if (value != null) {
                field(columns.get(column), index, value);
            }
        }
        if (spelled.hasFields() && !live.add(spelled.array(), start, end)) {
            refuse(DUPLICATE, columns.get(0).oid(), index, values[0]);
            return false;
        }
        return spelled.hasFields();
    }

    private boolean hasTags(Table table, List<Column> columns, OID index, @Nullable Variable[] values) {
        boolean hasTag = table.indexTag().isPresent()
                && isTag(
                        table.indexTag().get().getBytes(UTF_8), index.toString().getBytes(US_ASCII));
        for (int column = 0; column < table.tags().size(); column++) {
            Variable value = values[column];
            byte[] text = value == null ? null : ValueText.of(value);
            hasTag |=
                    text != null && text.length > 0 && isTag(columns.get(column).nameBytes(), text);
        }
        return hasTag;
    }

    private boolean isTag(byte[] key, byte[] value) {
        return spelled.tagKey(key, 0, key.length) && spelled.tagValue(value, 0, value.length);
    }

    private void field(Column column, OID index, Variable value) {
        byte[] text = ValueText.isInteger(value) ? null : ValueText.of(value);
        if (!ValueText.isInteger(value) && text == null) {
            refuse(TYPE, column.oid(), index, value);
            return;
        }
        byte[] name = column.nameBytes();
        spelled.fieldKey(name, 0, name.length);
        if (text == null) {
            spelled.value(value.toLong());
        } else if (value instanceof Counter64) { // Beyond what an integer with a sign holds.
            byte[] unsigned = (Long.toUnsignedString(value.toLong()) + 'u').getBytes(US_ASCII);
            spelled.verbatim(unsigned, 0, unsigned.length);
        } else {
            spelled.text(text, 0, text.length);
        }
    }

    private void refuse(String reason, OID column, OID index, @Nullable Variable value) {
        String shown = value == null ? "" : " " + value.getSyntaxString() + " " + text(value);
        String text = new OID(column).append(index) + shown;
        byte[] bytes = text.substring(0, Math.min(text.length(), MOST_SHOWN)).getBytes(UTF_8);
        int at = Math.min(bytes.length, text.indexOf(' ') + 1);
        lines.refuse(reason, bytes, 0, bytes.length, at, source, receivedNanos);
    }

    private static String text(Variable value) {
        byte[] text = value instanceof Opaque opaque ? ValueText.hex(opaque.getValue()) : ValueText.of(value);
        return text == null ? "" : new String(text, UTF_8);
    }

    /** Writes a sample about a device. */
    void value(byte[] series, double value, long millis) {
        SampleSpelling.begin(spelled, series, 0, series.length);
        spelled.value(value);
        spelled.endLine(millis);
    }

    /** Writes the end of a series about a device. */
    void end(byte[] series, long millis) {
        SampleSpelling.end(spelled, series, 0, series.length, millis);
    }

    private void handOverIfMany() {
        if (spelled.length() >= HAND_OVER_BYTES) {
            handOver();
        }
    }

    /** Hands over all lines so far. */
    void handOver() {
        lines.lines(spelled.array(), 0, spelled.length(), StampUnit.MS, source, receivedNanos, RefusalListener.NONE);
        spelled.clear();
    }
}
