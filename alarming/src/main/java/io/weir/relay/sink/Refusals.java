package io.weir.relay.sink;

/** Receives data that cannot be relayed. Callable from any thread. */
public interface Refusals {

    /**
     * Reports bytes that will not be relayed.
     *
     * @param id the record and line that they come from
     * @param reason a short code, such as {@code too-large}
     */
    void refuse(String id, byte[] bytes, String reason);

    /** Reports a message that the sink accepted, but has no consumer for. */
    void unroutable(String route);
}
