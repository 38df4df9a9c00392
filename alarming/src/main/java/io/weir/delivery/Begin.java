package io.weir.delivery;

/** Where a new receiver begins. One that has received records before continues where it stopped. */
public enum Begin {
    /** With records that are written after its first start. */
    NEWEST,
    /** With the oldest record that Kafka has. */
    OLDEST
}
