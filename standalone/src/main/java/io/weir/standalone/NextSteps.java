package io.weir.standalone;

import io.weir.standalone.probe.out.HostAndPort;
import java.util.List;
import java.util.Optional;

/**
 * Hints for a new user, shown when all services are ready.
 *
 * @param page the address of the dashboard
 * @param input the address of the gateway, as seen from this host
 * @param store the HTTP address of the own store, which answers SQL
 * @param meters the address of all meters
 */
record NextSteps(String page, HostAndPort input, Optional<String> store, String meters) {

    private static final String STANDARD_METERS = "http://127.0.0.1:9400/metrics";

    /** The lines for the log. */
    List<String> lines() {
        return List.of(
                "dashboard  " + page + "   (this host, live, in a browser)",
                "send       echo 'cpu,hostname=flp1 value=42' | ./weir send" + options() + " -   (line protocol)",
                "queries    "
                        + store.map(url -> url + "/exec?query=…   (SQL), ").orElse("") + meters + "   (all meters)",
                "stop       with Ctrl-C; all accepted data is kept");
    }

    /** The options of {@code send} that its defaults do not cover. */
    private String options() {
        return (input.equals(HostAndPort.GATEWAY) ? "" : " --to " + input)
                + (meters.equals(STANDARD_METERS) ? "" : " --meters " + meters);
    }
}
