package io.weir.gateway.snmp;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.snmp4j.smi.OID;

/** An object of a MIB, and the name of the tag or the field that it becomes. */
record Column(String name, OID oid) {
    byte[] nameBytes() {
        return name.getBytes(UTF_8);
    }
}
