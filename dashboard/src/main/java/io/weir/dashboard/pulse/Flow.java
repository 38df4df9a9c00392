package io.weir.dashboard.pulse;

import java.util.Map;

/**
 * What Weir's own meters say at a moment; counts since the start.
 *
 * @param received lines that gateways took in
 * @param processed lines that processing went through
 * @param stored lines that the store has acknowledged
 * @param p50Millis from the gateway's receipt to the store, of half of the lines over the last minute; 0 if nothing was stored
 * @param losses what did not go that way, by reason; without zeros
 */
public record Flow(
        long received, long processed, long stored, double p50Millis, double p99Millis, Map<String, Long> losses) {}
