package io.weir.standalone;

import io.weir.standalone.probe.ProbeTarget;
import java.util.List;

/**
 * What a newcomer does once all is ready.
 *
 * @param page the address of the dashboard
 * @param door where the gateway is reached from this host
 * @param store its HTTP address
 * @param meters the address of all meters
 */
record NextSteps(String page, ProbeTarget door, String store, String meters) {

    /** For the log. */
    List<String> lines() {
        return List.of(
                "look at    " + page + "   (this host, live, in a browser)",
                "send       echo 'cpu,hostname=flp1 value=42' | nc -u -w 1 " + door.host() + " " + door.port()
                        + "   (line protocol over UDP)",
                "also       " + store + "/exec?query=…   (ask the store in SQL), " + meters + "   (every meter)",
                "end        with Ctrl-C; what was accepted is kept");
    }
}
