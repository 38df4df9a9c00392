package io.weir.gateway.testing;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * A key with a certificate, self-signed or signed by another identity, created by Java's keytool: as
 * PEM files, and for a client in Java.
 */
public final class Identity {
    private static final char[] PASSWORD = "password".toCharArray();

    private final KeyStore store;
    private final Path file;
    private final String name;
    private final Path certificate;
    private final Path key;

    public Identity(Path directory, String name) throws Exception {
        this(directory, name, "EC");
    }

    /** With a key of this algorithm. Programs with GnuTLS need RSA: they read no EC keys of Java's. */
    public Identity(Path directory, String name, String algorithm) throws Exception {
        this(directory, directory.resolve(name + ".p12"), name, List.of("-keyalg", algorithm, "-ext", "bc=ca:true"));
    }

    /**
     * An identity that this one signed.
     *
     * @param validity options of keytool for its time of validity, such as {@code -startdate}
     */
    public Identity sign(Path directory, String other, String... validity) throws Exception {
        List<String> options = new ArrayList<>(List.of("-keyalg", "EC", "-signer", name));
        options.addAll(List.of(validity));
        return new Identity(directory, file, other, options);
    }

    private Identity(Path directory, Path file, String name, List<String> options) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                name,
                "-dname",
                "CN=" + name,
                "-ext",
                "san=ip:127.0.0.1",
                "-storetype",
                "PKCS12",
                "-storepass",
                new String(PASSWORD),
                "-keystore",
                file.toString()));
        command.addAll(options);
        Process keytool = new ProcessBuilder(command).inheritIO().start();
        if (keytool.waitFor() != 0) {
            throw new IllegalStateException("keytool failed");
        }
        this.file = file;
        this.name = name;
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
        authorities.setCertificateEntry(trusted.name, trusted.store.getCertificate(trusted.name));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(authorities);
        return trust.getTrustManagers();
    }
}
