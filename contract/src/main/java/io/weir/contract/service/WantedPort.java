package io.weir.contract.service;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A TCP port that this process is about to listen on. All ports are checked before a library starts
 * that reports a taken port with a stack trace. One message then names all of them, so that an
 * operator can correct them together.
 *
 * @param port 0: any free one
 */
public record WantedPort(String host, int port, PortMistake mistake) {

    /** @throws StartException naming each unavailable port */
    public static void requireFree(List<WantedPort> ports) {
        List<String> mistakes = new ArrayList<>();
        for (int i = 0; i < ports.size(); i++) {
            WantedPort port = ports.get(i);
            Optional<WantedPort> same = ports.subList(0, i).stream()
                    .filter(other -> port.port != 0 && other.port == port.port)
                    .findFirst();
            same.map(port::isAlso).or(port::openFailure).ifPresent(mistakes::add);
        }
        if (!mistakes.isEmpty()) {
            throw new StartException(String.join("\n", mistakes));
        }
    }

    private String isAlso(WantedPort other) {
        return "port " + port + " is configured twice, for " + other.mistake.wants() + " and for " + mistake.wants()
                + "; set another with " + mistake.portSetting();
    }

    private Optional<String> openFailure() {
        try {
            InetAddress address = InetAddress.getByName(host);
            try (ServerSocket probe = new ServerSocket(port, 1, address)) {
                return probe.isBound() ? Optional.empty() : Optional.of(port + " is not bound");
            }
        } catch (UnknownHostException e) {
            return Optional.of(String.valueOf(mistake.unknownHost(host, e).getMessage()));
        } catch (IOException | UncheckedIOException e) {
            return Optional.of(String.valueOf(mistake.because(host, port, e).getMessage()));
        }
    }
}
