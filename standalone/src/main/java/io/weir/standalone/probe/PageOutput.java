package io.weir.standalone.probe;

import io.weir.contract.service.MetersServer;
import io.weir.standalone.probe.out.LatestValues;
import io.weir.standalone.probe.out.Output;
import io.weir.standalone.probe.out.Round;

/** Shows the newest values on a page of its own. */
record PageOutput(LatestValues values, MetersServer server, ProbeTarget address) implements Output {

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
