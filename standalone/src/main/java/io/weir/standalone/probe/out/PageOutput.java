package io.weir.standalone.probe.out;

import io.weir.contract.service.MetersServer;

/** Shows the newest values on a page of its own. */
public record PageOutput(LatestValues values, MetersServer server, HostAndPort address) implements Output {

    @Override
    public void accept(Round round) {
        values.accept(round);
    }

    @Override
    public void close() {
        server.close();
    }

    @Override
    public String toString() {
        return "shown at http://" + address + "/metrics";
    }
}
