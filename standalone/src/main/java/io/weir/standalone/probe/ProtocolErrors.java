package io.weir.standalone.probe;

import java.util.List;

/**
 * Counters of TCP and UDP for the whole host: retransmitted segments show a bad network path, and
 * full receive buffers show datagrams lost in this host.
 *
 * <p>Format: {@code /proc/net/snmp}: pairs of lines, the first with names, the second with values.
 */
final class ProtocolErrors implements Collector {
    /** The number of connections now; all others count since the host started. */
    private static final String CONNECTIONS = "TcpCurrEstab";

    private static final List<String> FIELDS = List.of(
            "TcpInSegs",
            "TcpOutSegs",
            "TcpRetransSegs",
            "TcpInErrs",
            "TcpAttemptFails",
            "TcpEstabResets",
            CONNECTIONS,
            "UdpInDatagrams",
            "UdpOutDatagrams",
            "UdpNoPorts",
            "UdpInErrors",
            "UdpRcvbufErrors",
            "UdpSndbufErrors");

    private final KernelFiles files;

    ProtocolErrors(KernelFiles files) {
        this.files = files;
    }

    @Override
    public void collect(ProbeLines to) {
        ProbeLine line = to.line("nstat").tag("name", "snmp");
        List<String> lines = KernelFiles.lines(files.path("proc/net/snmp"));
        for (int i = 0; i + 1 < lines.size(); i += 2) {
            write(lines.get(i).split(" "), lines.get(i + 1).split(" "), line);
        }
        line.end();
    }

    /** The first word is the protocol with a colon. */
    private static void write(String[] names, String[] values, ProbeLine line) {
        String protocol = names[0].replace(":", "");
        for (int i = 1; i < Math.min(names.length, values.length); i++) {
            String field = protocol + names[i];
            if (FIELDS.contains(field)) {
                write(field, Long.parseLong(values[i]), line);
            }
        }
    }

    private static void write(String field, long value, ProbeLine line) {
        if (field.equals(CONNECTIONS)) {
            line.integer(field, value);
        } else {
            line.counter(field, value);
        }
    }
}
