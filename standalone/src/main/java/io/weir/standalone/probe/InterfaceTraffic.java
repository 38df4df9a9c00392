package io.weir.standalone.probe;

/**
 * The traffic of a network interface since it exists; negative where the system does not report a
 * value.
 *
 * @param dropsIn received and dropped, mostly because nothing read them in time
 * @param dropsOut not sent, mostly because a queue was full
 */
record InterfaceTraffic(String name, Counts in, Counts out, long dropsIn, long dropsOut) {

    /** Counts of one direction. */
    record Counts(long bytes, long packets, long errors) {}

    void write(ProbeLines to) {
        to.line("net")
                .tag("interface", name)
                .counter("bytes_recv", in.bytes)
                .counter("packets_recv", in.packets)
                .counter("err_in", in.errors)
                .counter("drop_in", dropsIn)
                .counter("bytes_sent", out.bytes)
                .counter("packets_sent", out.packets)
                .counter("err_out", out.errors)
                .counter("drop_out", dropsOut)
                .end();
    }
}
