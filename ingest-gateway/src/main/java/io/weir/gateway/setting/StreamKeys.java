package io.weir.gateway.setting;

import io.weir.contract.config.NamedFile;
import io.weir.contract.config.YamlSection;
import io.weir.gateway.net.StreamSettings;
import io.weir.gateway.net.TcpSettings;
import io.weir.gateway.net.TlsFiles;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** The keys of every TCP input. */
public final class StreamKeys {
    private static final int CONNECTIONS = 16_384;
    /** By default, this many sources can use all connections; a proxy represents many senders. */
    private static final int SOURCES_THAT_FILL = 4;

    private StreamKeys() {}

    /** {@code wants} names the purpose of the port. */
    public static StreamSettings read(InputName name, YamlSection section, int port, String wants) {
        int connections = section.integer(
                        "connections",
                        1,
                        1_000_000,
                        "connections open at the same time; further ones are closed immediately")
                .or(CONNECTIONS);
        return new StreamSettings(
                section.text("host", "address to listen on; * for all, IPv4 and IPv6")
                        .or("*"),
                section.integer("port", 0, 65_535, "TCP port; 0 for any free one")
                        .or(port),
                section.integer("threads", 1, 256, "threads that serve connections")
                        .or(Math.min(2, Runtime.getRuntime().availableProcessors()), "2; 1 on a single processor"),
                connections,
                section.integer("connections-per-source", 1, 1_000_000, "connections from one address")
                        .or(Math.max(1, connections / SOURCES_THAT_FILL), "a quarter of connections"),
                tls(section.section("tls")),
                name.portMistake("tcp", wants));
    }

    /**
     * The same, and the keys of inputs whose messages end at a newline.
     *
     * @param lineBytes the default limit
     * @param hasStrings whether a string of line protocol may contain a newline
     */
    public static TcpSettings lines(
            InputName name, YamlSection section, int port, String wants, int lineBytes, boolean hasStrings) {
        return new TcpSettings(
                read(name, section, port, wants),
                section.integer("line-bytes", 64, 16 << 20, "a longer line is rejected")
                        .or(lineBytes),
                section.duration(
                                "idle-timeout",
                                Duration.ZERO,
                                "a connection that sends nothing for so long is closed; 0s for never")
                        .or(Duration.ofHours(1)),
                hasStrings);
    }

    private static Optional<TlsFiles> tls(YamlSection tls) {
        Path none = Path.of("");
        Optional<Path> certificate = tls.value(
                        "certificate", none, NamedFile::path, "PEM file; with it, the input uses TLS")
                .optional();
        Optional<Path> key = tls.value("key", none, NamedFile::path, "PEM file of the certificate's PKCS#8 key")
                .optional();
        Optional<Path> clientCa = tls.value(
                        "client-ca",
                        none,
                        tls.authorities()::ofClients,
                        "PEM file; clients must present a certificate signed by it")
                .optional();
        if (certificate.isPresent() != key.isPresent()) {
            tls.refuse(
                    certificate.isPresent() ? "key" : "certificate",
                    "is missing",
                    "set it: TLS needs both certificate and key");
        } else if (certificate.isEmpty() && clientCa.isPresent()) {
            tls.refuse("client-ca", "has no effect without certificate and key", "set them, or remove it");
        }
        return certificate.flatMap(chain -> key.map(secret -> new TlsFiles(chain, secret, clientCa)));
    }
}
