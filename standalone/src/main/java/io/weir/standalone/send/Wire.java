package io.weir.standalone.send;

import java.io.IOException;

/** Sends datagrams. For one thread. */
public interface Wire extends AutoCloseable {
    /** The largest payload of a datagram over IPv4, in bytes. */
    int LONGEST_DATAGRAM = 65_507;

    /** Sends the first {@code length} bytes, at the latest at the next {@link #flush}. */
    void send(byte[] bytes, int length) throws IOException;

    /** Returns when everything is sent. */
    void flush() throws IOException;

    @Override
    void close() throws IOException;
}
