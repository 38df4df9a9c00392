package io.weir.writer.store.influxdb;

import io.weir.writer.store.Reply;

/**
 * A connection to one InfluxDB of any version, as transport for ready lines. Used by one thread.
 */
interface InfluxClient {

    /**
     * Checks whether the database or bucket exists and permits writing; creates it if it is
     * missing.
     *
     * @return {@link Reply.Stored} if lines may be written, else the operator's required action
     */
    Reply open();

    /** Writes the lines at {@code [from, to)}. */
    Reply write(byte[] bytes, int from, int to);
}
