package io.weir.dashboard.live;

import java.util.Map;

/**
 * Values of Weir's own meters at one time. Counts begin at the start.
 *
 * @param received lines that gateways received
 * @param processed lines that processing read
 * @param stored lines that the store acknowledged
 * @param p50Millis median time from the gateway's receipt to the store, over the last minute; 0 if
 *     nothing was stored
 * @param losses lines that were lost on this way, by reason; without zeros
 */
public record Flow(
        long received, long processed, long stored, double p50Millis, double p99Millis, Map<String, Long> losses) {}
