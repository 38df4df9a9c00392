package io.weir.standalone;

import io.weir.contract.config.YamlSource;
import io.weir.contract.service.HttpSettings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options of commands that ask running services: a mixin. */
final class ServicePorts {
    /** No port is configured, or the system chose it. */
    private static final int UNKNOWN = 0;

    @Parameters(
            paramLabel = "PORT",
            arity = "0..*",
            converter = PortNumber.class,
            description = "Ports of meters and health (default: WEIR_METERS_PORT). Without either, the command"
                    + " tries the standard ports of all services and checks those that answer.")
    private List<Integer> ports = List.of();

    @Option(
            names = "--host",
            paramLabel = "HOST",
            description = "The machine (default: WEIR_METERS_HOST, else 127.0.0.1).")
    private Optional<String> host = Optional.empty();

    /**
     * Where services answer.
     *
     * @param areNamed whether the command line names the ports; then each must answer
     * @param token for their meters
     */
    record Named(String host, List<Integer> ports, boolean areNamed, Optional<String> token) {}

    /**
     * The services that the options and the environment select.
     *
     * @throws io.weir.contract.config.MistakesException with all mistakes of the variables
     */
    Named in(Map<String, String> environment) {
        // A secret is not a key of the settings, which read it themselves.
        Map<String, String> variables = new HashMap<>(environment);
        variables.remove(HttpSettings.TOKEN);
        HttpSettings configured = YamlSource.text("settings", "")
                .withEnvironment("WEIR_METERS", variables)
                .read(meters -> HttpSettings.read(meters, UNKNOWN));
        return new Named(
                host.orElse(configured.host()),
                ports.isEmpty() ? portsOf(configured) : ports,
                !ports.isEmpty(),
                configured.token());
    }

    private static List<Integer> portsOf(HttpSettings configured) {
        return configured.port() == UNKNOWN
                ? ServiceKinds.ALL.stream().map(ServiceKind::metersPort).toList()
                : List.of(configured.port());
    }
}
