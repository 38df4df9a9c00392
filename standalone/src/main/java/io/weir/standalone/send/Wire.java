package io.weir.standalone.send;

import java.io.IOException;

/** Where datagrams leave. For one thread. */
public interface Wire extends AutoCloseable {
    /** No datagram over IPv4 has more bytes. */
    int LONGEST_DATAGRAM = 65_507;

    /** Takes the datagram at the beginning of {@code bytes}; it leaves now, or at the next {@link #flush} at the latest. */
    void send(byte[] bytes, int length) throws IOException;

    /** Returns once everything has left. */
    void flush() throws IOException;

    @Override
    void close() throws IOException;
}
