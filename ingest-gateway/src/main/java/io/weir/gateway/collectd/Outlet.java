package io.weir.gateway.collectd;

/** Hears what becomes of a packet; its arrays are the caller's again afterwards. */
interface Outlet {
    /** Values that collectd could not measure, or that are infinite; not refused, but left out of their line. */
    String NOT_A_NUMBER = "collectd-not-a-number";
    /** Lists of values whose type no types.db knows, or knows with another number of values; their fields are numbered. */
    String UNKNOWN_TYPE = "collectd-unknown-type";
    /** Parts that this reader does not know, and passes over. */
    String UNKNOWN_PART = "collectd-unknown-part";

    /** Complete lines, in the first {@code length} bytes. */
    void lines(byte[] bytes, int length);

    /** Bytes between the indexes that are refused for what begins at {@code at}. */
    void refuse(PacketError why, byte[] bytes, int from, int to, int at);

    /** Something that is counted, and costs no line. */
    void note(String what, long count);
}
