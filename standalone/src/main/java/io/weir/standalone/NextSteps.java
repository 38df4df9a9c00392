package io.weir.standalone;

import io.weir.standalone.probe.ProbeTarget;
import java.util.List;

/**
 * What a newcomer does once all is ready.
 *
 * @param door where the gateway is reached from this host
 * @param store its HTTP address
 * @param meters the address of all meters
 */
record NextSteps(ProbeTarget door, String store, String meters) {

    /** For the log. */
    List<String> lines() {
        return List.of(
                "send       echo 'cpu,hostname=flp1 value=42' | nc -u -w 1 " + door.host() + " " + door.port()
                        + "   (line protocol over UDP)",
                "look at    " + store + "   (the store), " + meters + "   (every meter)",
                "end        with Ctrl-C; what was accepted is kept");
    }
}
