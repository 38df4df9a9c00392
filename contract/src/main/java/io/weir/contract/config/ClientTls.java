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

    /**
     * Reads a section {@code tls}; empty if it is absent, disabled or invalid.
     *
     * @param server the name of the other program in the documentation of the keys
     */
    public static Optional<SSLContext> read(YamlSection section, String server) {
        ClientTlsFiles files = ClientTlsFiles.read(section, server);
        Optional<String> ca = files.ca();
        Optional<String> certificate = files.certificate();
        Optional<String> key = files.key();
        // The substitute for an invalid value is empty.
        boolean isInvalid = ca.filter(String::isEmpty).isPresent()
                || certificate.isPresent() != key.isPresent()
                || certificate.filter(String::isEmpty).isPresent()
                || key.filter(String::isEmpty).isPresent();
        if (!files.isTls() || isInvalid) {
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
