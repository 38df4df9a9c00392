package io.weir.contract.topic;

/** Why a gateway, or Kafka itself, is unreliable: data that was sent may not arrive. */
public enum Unreliability {
    /** The gateway was silent or lagged with its spool for so long that time went on without it. */
    MISSING,
    /** Its clock disagrees with those of the other gateways, or with its own earlier time. */
    CLOCK,
    /** Kafka deleted records before they were read. */
    DELETED,
    /** The gateway lost data sent to it: kernel buffer, hand-off or spool was full. */
    LOSING
}
