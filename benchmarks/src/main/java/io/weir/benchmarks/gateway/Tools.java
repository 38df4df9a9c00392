package io.weir.benchmarks.gateway;

import java.nio.file.Path;

/** The programs that {@code gateway.sh} and {@code storage.sh} compile. */
final class Tools {
    /** The load. */
    static final Path UDPBLAST = Path.of("benchmarks/target/udpblast");

    /** What can be received at all. */
    static final Path UDPSINK = Path.of("benchmarks/target/udpsink");

    private Tools() {}
}
