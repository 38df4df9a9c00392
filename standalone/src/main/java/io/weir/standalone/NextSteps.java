package io.weir.standalone;

import io.weir.standalone.probe.out.ProbeTarget;
import java.util.List;

/**
 * Hints for a new user, shown when all services are ready.
 *
 * @param page the address of the dashboard
 * @param input the address of the gateway, as seen from this host
 * @param store the store's HTTP address
 * @param meters the address of all meters
 */
record NextSteps(String page, ProbeTarget input, String store, String meters) {

    /** The lines for the log. */
    List<String> lines() {
        return List.of(
                "dashboard  " + page + "   (this host, live, in a browser)",
                "send       echo 'cpu,hostname=flp1 value=42' | nc -u -w 1 " + input.host() + " " + input.port()
                        + "   (line protocol over UDP)",
                "queries    " + store + "/exec?query=…   (SQL), " + meters + "   (all meters)",
                "stop       with Ctrl-C; all accepted data is kept");
    }
}
