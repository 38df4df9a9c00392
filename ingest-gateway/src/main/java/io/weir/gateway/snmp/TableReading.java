package io.weir.gateway.snmp;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.snmp4j.PDU;
import org.snmp4j.smi.Null;
import org.snmp4j.smi.OID;
import org.snmp4j.smi.VariableBinding;

/**
 * Reads all rows of a table by GETBULK. Each column goes on where its last value was, so columns may
 * have gaps. The object identifiers of a column must increase, so that the reading ends.
 */
final class TableReading implements Reading {
    private final List<Column> columns;
    private final Rows rows;
    /** Where each column goes on. */
    private final OID[] last;

    private final boolean[] isRead;
    /** Most rows of a request. */
    private int repetitions;
    /** Most columns of a request. */
    private int width;
    /** Columns of the request. */
    private int[] asked = {};

    TableReading(Table table, Rows rows, int repetitions) {
        this.columns = table.columns();
        this.rows = rows;
        this.repetitions = repetitions;
        this.width = columns.size();
        this.last = columns.stream().map(Column::oid).toArray(OID[]::new);
        this.isRead = new boolean[columns.size()];
    }

    @Override
    public void ask(PDU request) {
        int[] next = new int[columns.size()];
        int count = 0;
        for (int column = 0; column < isRead.length && count < width; column++) {
            if (!isRead[column]) {
                next[count] = column;
                count++;
            }
        }
        asked = Arrays.copyOf(next, count);
        request.setType(PDU.GETBULK);
        request.setNonRepeaters(0);
        request.setMaxRepetitions(repetitions);
        for (int column : asked) {
            request.add(new VariableBinding(last[column]));
        }
    }

    @Override
    public @Nullable Failure answer(PDU answer) {
        if (answer.getErrorStatus() == PDU.tooBig && isSmaller()) {
            return null;
        }
        if (answer.getErrorStatus() != PDU.noError) {
            return Reading.error(answer);
        }
        List<? extends VariableBinding> values = answer.getVariableBindings();
        if (values.isEmpty() || values.size() > asked.length * repetitions) {
            return Failure.ofTable(
                    Failure.WRONG_ANSWER,
                    "answers with " + values.size() + " values to a request for 1 to " + asked.length * repetitions);
        }
        for (int i = 0; i < values.size(); i++) {
            int column = asked[i % asked.length];
            Failure failure = isRead[column] ? null : take(column, values.get(i));
            if (failure != null) {
                return failure;
            }
        }
        return null;
    }

    /** Asks for less after an answer that did not fit into a message. Returns whether it can. */
    private boolean isSmaller() {
        if (repetitions > 1) {
            repetitions /= 2;
        } else if (width > 1) {
            width /= 2;
        } else {
            return false;
        }
        return true;
    }

    private @Nullable Failure take(int column, VariableBinding value) {
        OID oid = value.getOid();
        OID start = columns.get(column).oid();
        if (Null.isExceptionSyntax(value.getSyntax()) || !oid.startsWith(start)) {
            isRead[column] = true;
            return null;
        }
        if (oid.compareTo(last[column]) <= 0) {
            return Failure.ofTable(Failure.NOT_INCREASING, oid + " follows " + last[column]);
        }
        last[column] = oid;
        return rows.put(oid.getSuffix(start), column, value.getVariable());
    }

    @Override
    public boolean isDone() {
        for (boolean each : isRead) {
            if (!each) {
                return false;
            }
        }
        return true;
    }
}
