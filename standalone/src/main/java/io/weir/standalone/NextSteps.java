package io.weir.standalone;

import io.weir.standalone.probe.ProbeTarget;
import java.util.List;

/**
 * Hints for a new user, shown when all services are ready.
 *
 * @param page the address of the dashboard
 * @param door the address of the gateway, as seen from this host
 * @param store the store's HTTP address
 * @param meters the address of all meters
 */
record NextSteps(String page, ProbeTarget door, String store, String meters) {

    /** The lines for the log. */
    List<String> lines() {
        return List.of(
                "look at    " + page + "   (this host, live, in a browser)",
                "send       echo 'cpu,hostname=flp1 value=42' | nc -u -w 1 " + door.host() + " " + door.port()
                        + "   (line protocol over UDP)",
                "also       " + store + "/exec?query=…   (ask the store in SQL), " + meters + "   (every meter)",
                "end        with Ctrl-C; what was accepted is kept");
    }
}
