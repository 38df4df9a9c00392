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
                .count("bytes_recv", in.bytes)
                .count("packets_recv", in.packets)
                .count("err_in", in.errors)
                .count("drop_in", dropsIn)
                .count("bytes_sent", out.bytes)
                .count("packets_sent", out.packets)
                .count("err_out", out.errors)
                .count("drop_out", dropsOut)
                .end();
    }
}
