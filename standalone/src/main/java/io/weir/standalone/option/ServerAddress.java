package io.weir.standalone.option;

import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSource;
import io.weir.contract.service.StartException;
import io.weir.dashboard.DashboardConfig;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The address of a web server. */
public final class ServerAddress {
    /** The dashboard's other variables do not concern a client. */
    private static final Set<String> VARIABLES = Set.of("WEIR_DASHBOARD_HOST", "WEIR_DASHBOARD_PORT");

    private static final Set<String> ALL_ADDRESSES = Set.of("0.0.0.0", "::", "[::]");
    private static final int LAST_PORT = 65_535;
    private static final Set<String> SCHEMES = Set.of("http", "https");

    private ServerAddress() {}

    /**
     * The address of the local dashboard.
     *
     * @throws StartException if its host is not usable in an address
     */
    public static URI dashboard(Map<String, String> environment) {
        Map<String, String> variables = new TreeMap<>(environment);
        variables.keySet().retainAll(VARIABLES);
        DashboardConfig config = YamlSource.text("settings", "")
                .withEnvironment("WEIR_DASHBOARD", variables)
                .read(DashboardConfig::read);
        return parse("WEIR_DASHBOARD_HOST", of(config.host(), config.port()));
    }

    /** The address of a server that is bound to a host; all addresses of a machine include loopback. */
    public static String of(String host, int port) {
        String named = ALL_ADDRESSES.contains(host) ? "127.0.0.1" : host;
        return "http://" + (named.contains(":") && !named.startsWith("[") ? "[" + named + "]" : named) + ":" + port;
    }

    /**
     * The address without a slash at its end.
     *
     * @param option where it is from
     * @throws StartException if it is not the address of a web server
     */
    public static URI parse(String option, String text) {
        try {
            URI address = new URI(text.replaceFirst("/+$", ""));
            if (address.getScheme() != null
                    && SCHEMES.contains(address.getScheme())
                    && address.getHost() != null
                    && address.getPort() <= LAST_PORT
                    && address.getRawUserInfo() == null
                    && address.getRawQuery() == null
                    && address.getRawFragment() == null) {
                return address;
            }
        } catch (URISyntaxException e) {
            // Refused below.
        }
        throw new StartException(option + " must be the address of a web server, such as http://127.0.0.1:8080, was "
                + Refusal.quote(text) + ": leave out users, passwords and what follows a ?");
    }
}
