package io.weir.writer;

import io.weir.contract.service.Health;

/** Moves a topic into a target. Used by one thread, except where a method says otherwise. */
interface TopicLoop {

    /** Joins the consumer group. */
    void join();

    /** Works for a short time; returns within about 0.1 s, unless the target is slow. */
    void turn();

    /** Finishes what it can in a short time, commits, and leaves the group. */
    void leave();

    /** Ends a {@link #turn} early, with a Kafka {@code WakeupException}. Any thread may call this. */
    void wakeUp();

    /** Whether Kafka answers. Any thread may call this. */
    Health kafka();

    /**
     * Whether the group has assigned partitions to this member, possibly none. Any thread may call
     * this.
     */
    boolean hasJoined();
}
