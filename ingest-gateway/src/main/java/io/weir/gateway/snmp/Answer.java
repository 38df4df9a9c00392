package io.weir.gateway.snmp;

import org.snmp4j.PDU;

/** The outcome of a request. */
sealed interface Answer {
    /** An answer to the request, perhaps with an error of the device. */
    record Values(PDU pdu) implements Answer {}

    /** No answer, and the reason. */
    record None(Failure failure) implements Answer {}
}
