package io.weir.standalone.probe;

/** Reads one subject of this host and writes its lines; always called by the same thread. */
@FunctionalInterface
interface Collector {

    /** Writes what holds now, and nothing where the host has none of it; throws whatever the system refuses. */
    void collect(ProbeLines to);
}
