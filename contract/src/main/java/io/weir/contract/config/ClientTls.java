package io.weir.contract.config;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** TLS of a client that connects to another program. */
public final class ClientTls {
    private static final char[] IN_MEMORY = {};

    private ClientTls() {}

    /** Reads a section {@code tls}; empty if it is absent, disabled or invalid. */
    public static Optional<SSLContext> read(YamlSection section) {
        Optional<String> ca = section.value(
                        "ca",
                        "",
                        Pem::certificatesOf,
                        "PEM file of the authorities that sign the server's certificate; default: those of Java")
                .optional();
        Optional<String> certificate = section.value(
                        "certificate",
                        "",
                        Pem::certificatesOf,
                        "PEM file of this client's certificate, if the server requires one")
                .optional();
        Optional<String> key = section.value("key", "", Pem::keyOf, "PEM file of the certificate's PKCS#8 key")
                .optional();
        boolean isMeant = ca.isPresent() || certificate.isPresent();
        boolean isTls = section.flag("enabled", "whether connections use TLS")
                .or(isMeant, "true if one of these files is named");
        if (certificate.isPresent() != key.isPresent()) {
            section.refuse(
                    certificate.isPresent() ? "key" : "certificate",
                    "is missing",
                    "a certificate needs its key, and a key its certificate");
        } else if (isMeant && !isTls) {
            section.refuse("enabled", "is false, but files for TLS are named", "remove enabled, or the files");
        }
        // The substitute for an invalid value is empty.
        boolean isInvalid = ca.filter(String::isEmpty).isPresent()
                || certificate.isPresent() != key.isPresent()
                || certificate.filter(String::isEmpty).isPresent()
                || key.filter(String::isEmpty).isPresent();
        if (!isTls || isInvalid) {
            return Optional.empty();
        }
        try {
            return Optional.of(context(ca, certificate, key));
        } catch (GeneralSecurityException | IOException e) {
            section.refuse(
                    key.isPresent() ? "key" : "ca",
                    "is not usable: " + e.getMessage(),
                    "name the key of the certificate");
            return Optional.empty();
        }
    }

    private static SSLContext context(Optional<String> ca, Optional<String> certificate, Optional<String> key)
            throws GeneralSecurityException, IOException {
        KeyManager @Nullable [] keys = null;
        TrustManager @Nullable [] trusted = null;
        if (certificate.isPresent() && key.isPresent()) {
            KeyStore own = emptyStore();
            own.setKeyEntry(
                    "client",
                    Pem.key(key.get()),
                    IN_MEMORY,
                    Pem.certificates(certificate.get()).toArray(new Certificate[0]));
            KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(own, IN_MEMORY);
            keys = factory.getKeyManagers();
        }
        if (ca.isPresent()) {
            KeyStore authorities = emptyStore();
            for (Certificate each : Pem.certificates(ca.get())) {
                authorities.setCertificateEntry("ca" + authorities.size(), each);
            }
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(authorities);
            trusted = factory.getTrustManagers();
        }
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys, trusted, null);
        return context;
    }

    private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, IN_MEMORY);
        return store;
    }
}
