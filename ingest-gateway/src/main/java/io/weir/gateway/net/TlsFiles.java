package io.weir.gateway.net;

import io.netty.handler.codec.http2.Http2SecurityUtil;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SupportedCipherSuiteFilter;
import io.weir.contract.service.StartException;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLException;

/**
 * The TLS identity of a server, as PEM files.
 *
 * @param certificate followed by the intermediate certificates
 * @param key PKCS#8, not encrypted
 * @param clientCa if present, clients must present a certificate signed by it
 */
public record TlsFiles(Path certificate, Path key, Optional<Path> clientCa) {
    private static final ApplicationProtocolConfig HTTP2 = new ApplicationProtocolConfig(
            ApplicationProtocolConfig.Protocol.ALPN,
            ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
            ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
            ApplicationProtocolNames.HTTP_2);

    /**
     * Reads the files.
     *
     * @param input name of the input, for errors
     * @throws StartException if a file is unreadable or invalid
     */
    SslContext context(String input) {
        return context(input, builder -> builder);
    }

    /** The same, for connections that agree on HTTP/2. */
    public SslContext http2Context(String input) {
        return context(input, builder -> builder.ciphers(Http2SecurityUtil.CIPHERS, SupportedCipherSuiteFilter.INSTANCE)
                .applicationProtocolConfig(HTTP2));
    }

    private SslContext context(String input, UnaryOperator<SslContextBuilder> more) {
        SslContextBuilder builder;
        File ca = clientCa.map(path -> readable(path, "client-ca", input)).orElse(null);
        try {
            builder = SslContextBuilder.forServer(
                    readable(certificate, "certificate", input), readable(key, "key", input));
        } catch (IllegalArgumentException e) {
            throw new StartException(
                    "tls of input " + input + ": " + certificate + " must be a PEM certificate and " + key
                            + " its PKCS#8 key in PEM, not encrypted; convert a key with: openssl pkcs8 -topk8 -nocrypt"
                            + " -in KEY -out KEY.pem",
                    e);
        }
        try {
            if (ca != null) {
                builder.trustManager(ca).clientAuth(ClientAuth.REQUIRE);
            }
            return more.apply(builder).build();
        } catch (IllegalArgumentException | SSLException e) {
            throw new StartException(
                    "tls of input " + input + ": " + ca + " and " + certificate + " must be PEM certificates, " + key
                            + " the key of this certificate: " + e.getMessage(),
                    e);
        }
    }

    private static File readable(Path path, String what, String input) {
        if (!Files.isReadable(path) || Files.isDirectory(path)) {
            throw new StartException("tls of input " + input + ": the " + what + " " + path.toAbsolutePath()
                    + " cannot be read by user " + System.getProperty("user.name")
                    + "; set tls." + what + " to a PEM file, or give the user the right to read it");
        }
        return path.toFile();
    }
}
