package io.weir.gateway.intake;

import java.util.List;
import java.util.OptionalInt;
import java.util.function.LongSupplier;

/**
 * One open, configured input of a gateway. Opened and closed by one thread; the figures are
 * readable by any thread.
 */
public interface Input extends AutoCloseable {
    /** The listening address for the log, such as {@code *:8089 sockets=2}. */
    String listens();

    /** The open port, also if the system chose it; empty if the input has no port. */
    default OptionalInt port() {
        return OptionalInt.empty();
    }

    /**
     * One counter per socket of datagrams that the kernel dropped because a receive buffer was
     * full; 0 where the kernel does not report drops. Empty if the input has no such sockets. The
     * counters remain readable after the input is closed.
     */
    default List<LongSupplier> kernelDropsBySocket() {
        return List.of();
    }

    /** The sum over all sockets of the input. */
    default long kernelDrops() {
        return kernelDropsBySocket().stream().mapToLong(LongSupplier::getAsLong).sum();
    }

    /**
     * The smallest receive buffer of its sockets in the kernel, in bytes; 0 if it has none of its
     * own.
     */
    default int receiveBufferBytes() {
        return 0;
    }

    /** Reads pending data for at most about a second, stops, and hands over all buffered lines. */
    @Override
    void close();
}
