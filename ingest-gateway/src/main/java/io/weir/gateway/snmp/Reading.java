package io.weir.gateway.snmp;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.snmp4j.PDU;
import org.snmp4j.smi.OID;
import org.snmp4j.smi.VariableBinding;

/** Reads a table of a device, request by request. Belongs to one thread. */
sealed interface Reading permits ScalarReading, TableReading {
    /** Fills the next request, which has a value for each object. Only while {@link #isDone} is false. */
    void ask(PDU request);

    /** Takes the answer to that request. Returns null, or why the table cannot be read. */
    @Nullable
    Failure answer(PDU answer);

    /** Whether all was read. */
    boolean isDone();

    /** The failure that an answer reports. */
    static Failure error(PDU answer) {
        int at = answer.getErrorIndex();
        List<? extends VariableBinding> values = answer.getVariableBindings();
        OID oid = at > 0 && at <= values.size() ? values.get(at - 1).getOid() : null;
        return Failure.ofTable(
                Failure.ERROR,
                "answers with error " + answer.getErrorStatus() + " (" + answer.getErrorStatusText() + ")"
                        + (oid == null ? "" : " for " + oid));
    }
}
