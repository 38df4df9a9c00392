package io.weir.gateway.statsd;

/** The meaning of a gauge with a sign, such as {@code +5} or {@code -5}. */
public enum SignedGauges {
    /** Unknown, so it is refused. */
    REFUSE,
    /** A value, as Datadog's clients mean it. */
    VALUE,
    /** A change of the gauge, as StatsD's clients mean it. */
    CHANGE
}
