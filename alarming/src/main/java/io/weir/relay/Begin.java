package io.weir.relay;

/** Where a new sink begins. A sink that has relayed before continues where it stopped. */
public enum Begin {
    /** With records that are written after its first start. */
    NEWEST,
    /** With the oldest record that Kafka has. */
    OLDEST
}
