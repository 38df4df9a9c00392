package io.weir.gateway.snmp;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.snmp4j.PDU;
import org.snmp4j.smi.Null;
import org.snmp4j.smi.OID;
import org.snmp4j.smi.VariableBinding;

/** Reads objects that have one value each, by GET. An object that the device lacks has no value. */
final class ScalarReading implements Reading {
    /** The index of an object without a table. */
    private static final OID INDEX = new OID(new int[] {0});

    private final List<Column> columns;
    private final Rows rows;
    private int done;
    /** Most objects of a request. */
    private int width;

    private int asked;

    ScalarReading(Table table, Rows rows) {
        this.columns = table.columns();
        this.rows = rows;
        this.width = columns.size();
    }

    @Override
    public void ask(PDU request) {
        request.setType(PDU.GET);
        asked = Math.min(width, columns.size() - done);
        for (int i = 0; i < asked; i++) {
            request.add(new VariableBinding(instance(done + i)));
        }
    }

    private OID instance(int column) {
        OID oid = columns.get(column).oid();
        return oid.last() == 0 ? oid : new OID(oid).append(0);
    }

    @Override
    public @Nullable Failure answer(PDU answer) {
        if (answer.getErrorStatus() == PDU.tooBig && asked > 1) {
            width = asked / 2;
            return null;
        }
        if (answer.getErrorStatus() != PDU.noError) {
            return Reading.error(answer);
        }
        List<? extends VariableBinding> values = answer.getVariableBindings();
        if (values.size() != asked) {
            return Failure.ofTable(
                    Failure.WRONG_ANSWER, "answers with " + values.size() + " values to a request for " + asked);
        }
        for (VariableBinding value : values) {
            if (!value.getOid().equals(instance(done))) {
                return Failure.ofTable(
                        Failure.WRONG_ANSWER, "answers with " + value.getOid() + " instead of " + instance(done));
            }
            Failure failure =
                    Null.isExceptionSyntax(value.getSyntax()) ? null : rows.put(INDEX, done, value.getVariable());
            if (failure != null) {
                return failure;
            }
            done++;
        }
        return null;
    }

    @Override
    public boolean isDone() {
        return done == columns.size();
    }
}
