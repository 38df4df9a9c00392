package io.weir.standalone.top;

import io.weir.standalone.option.ServerAddress;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/**
 * Where the services and the dashboard answer.
 *
 * @param host the machine of the services
 * @param ports of meters and health
 * @param areNamed whether each port must answer; else those that do not listen are left out
 * @param token for the meters
 * @param dashboard without a slash at the end
 */
public record Targets(String host, List<Integer> ports, boolean areNamed, Optional<String> token, URI dashboard) {

    /** @throws io.weir.contract.service.StartException if the host is not usable in an address */
    public Targets {
        ports = List.copyOf(ports);
        ServerAddress.parse("--host", ServerAddress.of(host, 0));
    }

    /** The page of a service, such as {@code /metrics}. */
    URI page(int port, String path) {
        return URI.create(ServerAddress.of(host, port) + path);
    }

    /** Omits the token, which the default implementation would print. */
    @Override
    public String toString() {
        return host + ":" + ports + ", " + dashboard;
    }
}
