package io.weir.gateway.testing;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * A key with a self-signed certificate, created by Java's keytool: as PEM files, and for a client
 * in Java.
 */
public final class Identity {
    private static final char[] PASSWORD = "password".toCharArray();

    private final KeyStore store;
    private final Path certificate;
    private final Path key;

    public Identity(Path directory, String name) throws Exception {
        this(directory, name, "EC");
    }

    /** With a key of this algorithm. Programs with GnuTLS need RSA: they read no EC keys of Java's. */
    public Identity(Path directory, String name, String algorithm) throws Exception {
        Path file = directory.resolve(name + ".p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        name,
                        "-keyalg",
                        algorithm,
                        "-dname",
                        "CN=" + name,
                        "-ext",
                        "san=ip:127.0.0.1",
                        "-ext",
                        "bc=ca:true",
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        new String(PASSWORD),
                        "-keystore",
                        file.toString())
                .inheritIO()
                .start();
        if (keytool.waitFor() != 0) {
            throw new IllegalStateException("keytool failed");
        }
        store = KeyStore.getInstance(file.toFile(), PASSWORD);
        certificate =
                pem(directory, name, "CERTIFICATE", store.getCertificate(name).getEncoded());
        key = pem(directory, name, "PRIVATE KEY", store.getKey(name, PASSWORD).getEncoded());
    }

    private static Path pem(Path directory, String name, String what, byte[] bytes) throws Exception {
        String text = Base64.getMimeEncoder(64, "\n".getBytes(US_ASCII)).encodeToString(bytes);
        return Files.writeString(
                directory.resolve(name + "-" + what.charAt(0) + ".pem"),
                "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n");
    }

    public Path certificate() {
        return certificate;
    }

    public Path key() {
        return key;
    }

    /** The TLS context of a client that presents this identity and trusts the other. */
    public SSLContext trusting(Identity other) throws Exception {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, PASSWORD);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), managers(other), null);
        return context;
    }

    /** The TLS context of a client that presents no identity and trusts this one. */
    public SSLContext trusted() throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers(this), null);
        return context;
    }

    private static javax.net.ssl.TrustManager[] managers(Identity trusted) throws Exception {
        KeyStore authorities = KeyStore.getInstance("PKCS12");
        authorities.load(null, PASSWORD);
        String alias = trusted.store.aliases().nextElement();
        authorities.setCertificateEntry(alias, trusted.store.getCertificate(alias));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(authorities);
        return trust.getTrustManagers();
    }
}
