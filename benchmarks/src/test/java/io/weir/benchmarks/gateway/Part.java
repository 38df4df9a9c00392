package io.weir.benchmarks.gateway;

/** Measurements that can be run alone. */
enum Part {
    /** Highest rates without loss, one line per datagram. */
    UDP1,
    /** The same with ten lines per datagram. */
    UDP10,
    /** Ten lines per datagram from 100 000 addresses, with every limit enabled. */
    SOURCES,
    /** Age of lines in Kafka. */
    LATENCY,
    /** Cost of a line at each input. */
    INPUTS,
    /** Inputs of several protocols beside other programs for the same protocols. */
    PEERS
}
