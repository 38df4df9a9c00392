package io.weir.benchmarks.gateway;

/** What can be measured, each alone. */
enum Part {
    /** Highest rates without loss, one line in each datagram. */
    UDP1,
    /** The same with ten. */
    UDP10,
    /** Ten lines in each datagram, from 100 000 addresses, with every limit on. */
    SOURCES,
    /** How old lines are when they are in Kafka. */
    LATENCY,
    /** What a line costs by each door. */
    DOORS
}
