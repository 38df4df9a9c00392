package io.weir.benchmarks.gateway;

import io.weir.standalone.send.Sent;
import java.io.IOException;

/** Sends the messages of a protocol to one receiver. */
interface MessageSender {
    /**
     * Sends a load, with {@link Blast#perDatagram} metrics per message; returns after everything is
     * sent.
     */
    Sent send(Blast blast) throws IOException, InterruptedException;
}
