package io.weir.gateway.snmp;

import io.weir.gateway.exposition.HeldBytes;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.snmp4j.smi.OID;
import org.snmp4j.smi.OctetString;
import org.snmp4j.smi.Variable;

/** The values of one table of one device so far, by index and column. Belongs to one thread. */
final class Rows {
    /** Estimated memory. */
    private static final int ROW_BYTES = 150;

    private static final int CELL_BYTES = 50;

    private final int columns;
    private final int limit;
    private final HeldBytes memory;
    private final SortedMap<OID, @Nullable Variable[]> rows = new TreeMap<>();
    private long taken;

    /**
     * Without rows.
     *
     * @param limit most rows
     * @param memory what all rows may take
     */
    Rows(int columns, int limit, HeldBytes memory) {
        this.columns = columns;
        this.limit = limit;
        this.memory = memory;
    }

    /** Adds a value. Returns null, or what prevents that. */
    @Nullable
    Failure put(OID index, int column, Variable value) {
        @Nullable Variable[] row = rows.get(index);
        if (row == null && rows.size() >= limit) {
            return Failure.ofTable(Failure.TOO_MANY_ROWS, "a table has more than " + limit + " rows");
        }
        long bytes = CELL_BYTES;
        if (value instanceof OctetString text) {
            bytes += text.length();
        } else if (value instanceof OID oid) {
            bytes += (long) Integer.BYTES * oid.size();
        }
        if (row == null) {
            bytes += ROW_BYTES + (long) Integer.BYTES * (columns + index.size());
        }
        if (!memory.take(bytes)) {
            return Failure.ofDevice(Failure.NO_MEMORY, "the rows of all devices take too much memory");
        }
        taken += bytes;
        if (row == null) {
            row = new Variable[columns];
            rows.put(index, row);
        }
        row[column] = value;
        return null;
    }

    /** The values of each row by column, null where there is none. */
    SortedMap<OID, @Nullable Variable[]> all() {
        return rows;
    }

    /** Gives the memory back. */
    void release() {
        memory.give(taken);
        taken = 0;
        rows.clear();
    }
}
