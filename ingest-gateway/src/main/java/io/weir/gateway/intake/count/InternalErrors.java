package io.weir.gateway.intake.count;

import java.net.SocketAddress;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers exceptions of readers and mappings, which must not throw: counts each one, logs the first
 * with its stack trace. The input continues. Belongs to the thread of the reader.
 */
public final class InternalErrors {
    private static final Logger LOG = LoggerFactory.getLogger(InternalErrors.class);
    private static final String REASON = "internal-error";

    private final InputCounts counts;
    private boolean isLogged;

    /** {@code counts} are those of the input. */
    public InternalErrors(InputCounts counts) {
        this.counts = counts;
    }

    /**
     * Counts data that an exception left unread as one rejected line.
     *
     * @param what such as {@code a datagram}
     */
    public void add(String what, SocketAddress source, RuntimeException e) {
        counts.lines.increment();
        counts.rejected.add(REASON, 1);
        if (!isLogged) {
            isLogged = true;
            LOG.error(
                    "internal error of input {}, not the sender's: {} from {} could not be processed",
                    counts.input(),
                    what,
                    source,
                    e);
        }
    }
}
