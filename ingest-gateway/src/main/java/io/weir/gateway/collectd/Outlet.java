package io.weir.gateway.collectd;

/** Receives the results of a packet. The caller may reuse the arrays afterwards. */
interface Outlet {
    /**
     * Counts values that collectd could not measure, or that are infinite. They are omitted from
     * their line, not rejected.
     */
    String NOT_A_NUMBER = "collectd-not-a-number";
    /**
     * Counts lists of values whose type is in no types.db, or there with another number of values.
     * Their fields are numbered.
     */
    String UNKNOWN_TYPE = "collectd-unknown-type";
    /** Counts parts of unknown type, which are skipped. */
    String UNKNOWN_PART = "collectd-unknown-part";

    /** Complete lines, in the first {@code length} bytes. */
    void lines(byte[] bytes, int length);

    /** Rejects the bytes between the indexes because of an error at {@code at}. */
    void refuse(PacketError why, byte[] bytes, int from, int to, int at);

    /** Counts something that costs no line. */
    void note(String what, long count);
}
