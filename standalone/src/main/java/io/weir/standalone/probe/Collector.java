package io.weir.standalone.probe;

/** Measures one subject of this host and writes its lines. Never called by two threads at the same time. */
@FunctionalInterface
interface Collector {

    /**
     * Writes the current values, or nothing if the host does not have this subject. Throws any
     * error of the system.
     */
    void collect(ProbeLines to);
}
