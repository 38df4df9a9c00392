package io.weir.gateway.intake.partial;

import io.weir.gateway.intake.known.CanonicalSeries;

/** Receives the lines of {@link Partials}. */
@FunctionalInterface
public interface PartialLines {
    /**
     * A line with these fields, as line protocol spells them.
     *
     * @param series valid during the call, as the bytes are
     */
    void line(CanonicalSeries series, byte[] fields, int length, long stampNanos, long receivedMillis);
}
