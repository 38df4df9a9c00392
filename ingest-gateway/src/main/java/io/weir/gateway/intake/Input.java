package io.weir.gateway.intake;

import java.util.List;
import java.util.OptionalInt;
import java.util.function.LongSupplier;

/** An open door: one configured input of a gateway. Opened and closed by one thread; what it tells is for any. */
public interface Input extends AutoCloseable {
    /** Where it listens, in words for the log: {@code *:8089 sockets=2}. */
    String listens();

    /** The port that is open, also if the system chose it; empty if it has none. */
    default OptionalInt port() {
        return OptionalInt.empty();
    }

    /**
     * Datagrams that the kernel dropped because a receive buffer was full, of each of its sockets; 0 where the kernel does not say.
     * Empty if it has no such sockets; the figures outlive the input.
     */
    default List<LongSupplier> kernelDropsBySocket() {
        return List.of();
    }

    /** Those of all its sockets. */
    default long kernelDrops() {
        return kernelDropsBySocket().stream().mapToLong(LongSupplier::getAsLong).sum();
    }

    /** The smallest of its sockets' receive buffers in the kernel, in bytes; 0 if it has none of its own. */
    default int receiveBufferBytes() {
        return 0;
    }

    /** Takes in what has come already, within a second or so, ends, and hands on every line gathered. */
    @Override
    void close();
}
