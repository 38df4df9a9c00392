package io.weir.contract.config;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** The TLS identity of an HTTP server; clients do not authenticate with certificates. */
public final class ServerTls {
    private static final char[] IN_MEMORY = {};

    private final SSLContext context;

    private ServerTls(SSLContext context) {
        this.context = context;
    }

    /** Reads a section {@code tls}; empty if it is absent or invalid. */
    public static Optional<ServerTls> read(YamlSection section) {
        Optional<String> certificate = section.value(
                        "certificate", "", Pem::certificatesOf, "PEM file of the certificate; enables TLS")
                .optional();
        Optional<String> key = section.value("key", "", Pem::keyOf, "PEM file of the certificate's PKCS#8 key")
                .optional();
        if (certificate.isPresent() != key.isPresent()) {
            section.refuse(
                    certificate.isPresent() ? "key" : "certificate",
                    "is missing",
                    "TLS needs both certificate and key");
        }
        // The substitute for an invalid value is empty.
        if (certificate.orElse("").isEmpty() || key.orElse("").isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(of(certificate.orElseThrow(), key.orElseThrow()));
        } catch (Refusal e) {
            section.refuse("key", e.wrong(), e.meant());
            return Optional.empty();
        }
    }

    /**
     * Builds the context from texts of PEM.
     *
     * @throws Refusal if certificate and key do not match
     */
    public static ServerTls of(String certificates, String key) {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, IN_MEMORY);
            store.setKeyEntry(
                    "server",
                    Pem.key(key),
                    IN_MEMORY,
                    Pem.certificates(certificates).toArray(new Certificate[0]));
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, IN_MEMORY);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), null, null);
            return new ServerTls(context);
        } catch (GeneralSecurityException | IOException e) {
            throw new Refusal("does not match the certificate: " + e.getMessage(), "name the key of the certificate");
        }
    }

    public SSLContext context() {
        return context;
    }
}
