package io.weir.contract.topic;

/** Why a gateway, or Kafka itself, is unreliable: data that was sent may not arrive. */
public enum Unreliability {
    /** The gateway was silent or lagged with its spool for so long that log time advanced without it. */
    MISSING,
    /** The gateway's clock disagrees with the other gateways, or with its own earlier time. */
    CLOCK,
    /** Kafka deleted records before they were read. */
    DELETED,
    /** The gateway lost data sent to it: kernel buffer, publish queue or spool was full. */
    LOSING
}
