package io.weir.gateway.mapping;

/** Reads the records of messages whose values are texts. Belongs to one thread. */
interface TextRecords {
    /** Starts a message. */
    void begin(byte[] bytes, int from, int to);

    /** Reads a record, which may be wrong. Returns false at the end of the message. */
    boolean next();

    /** The record that was read last. */
    TextRecord record();
}
