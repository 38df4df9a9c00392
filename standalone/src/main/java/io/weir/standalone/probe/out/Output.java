package io.weir.standalone.probe.out;

/**
 * Where the rounds of a probe go. Continues after a failure of a receiver; only a
 * closed standard output ends the process. Called by one thread.
 *
 * <p>Its text says where they go, such as {@code sent to gateway1:8089}.
 */
public interface Output extends AutoCloseable {

    /** Accepts a round without waiting for a receiver. */
    void accept(Round round);

    /** Ends within 2 s. Any thread may call it, also while another one calls {@link #accept}. */
    @Override
    void close();
}
