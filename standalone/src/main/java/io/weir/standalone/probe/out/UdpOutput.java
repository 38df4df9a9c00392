package io.weir.standalone.probe.out;

/** Sends line protocol in datagrams. */
public record UdpOutput(UdpSender sender, ProbeMeters meters) implements Output {

    @Override
    public void accept(Round round) {
        Datagrams.cut(round.lines(), (bytes, from, end, count) -> {
            if (sender.send(bytes, from, end)) {
                meters.datagram();
                meters.sent(count);
            } else {
                meters.lost(count);
            }
        });
    }

    @Override
    public void close() {
        sender.close();
    }

    @Override
    public String toString() {
        return "sent to " + sender.target();
    }
}
