package io.weir.contract.topic;

/** Why a gateway, or Kafka behind all of them, cannot be relied on to bring what senders send. */
public enum Deafness {
    /** It has been silent, or behind with what it kept on disk, for so long that time goes on without it. */
    MISSING,
    /** Its clock disagrees with those of the others, or with its own of before. */
    CLOCK,
    /** Of Kafka: it deleted records before they were read. */
    DELETED,
    /** It has lost some of what was sent to it: its kernel's buffer, its hand-off or its spool was full. */
    LOSING
}
