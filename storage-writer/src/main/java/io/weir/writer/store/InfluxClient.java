package io.weir.writer.store;

/** A connection to one InfluxDB, of whatever version, as a transport for ready lines. Used by one thread. */
interface InfluxClient {

    /**
     * Sees to the database or bucket: whether it is there and may be written to; makes it if it is missing.
     *
     * @return {@link Reply.Stored} if lines may come, else what the operator is to do
     */
    Reply open();

    /** Writes the lines at {@code [from, to)}. */
    Reply write(byte[] bytes, int from, int to);
}
