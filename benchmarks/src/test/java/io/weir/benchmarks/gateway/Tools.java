package io.weir.benchmarks.gateway;

import java.nio.file.Path;

/** The programs that {@code gateway.sh} and {@code storage.sh} compile. */
final class Tools {
    /** Sends the load. */
    static final Path UDPBLAST = Path.of("benchmarks/target/udpblast");

    /** Receives as fast as possible, without further work. */
    static final Path UDPSINK = Path.of("benchmarks/target/udpsink");

    private Tools() {}
}
