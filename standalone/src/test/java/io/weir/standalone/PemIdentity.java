package io.weir.standalone;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;

/**
 * A key with a certificate for this machine that it signed itself, made by Java's keytool, as files of PEM.
 *
 * @param subject of the certificate, such as {@code CN=weir-gateway}
 */
record PemIdentity(String subject, Path certificate, Path key) {
    private static final String PASSWORD = "password";

    static PemIdentity make(Path directory, String name) {
        Path store = directory.resolve(name + ".p12");
        String subject = "CN=" + name;
        try {
            Process keytool = new ProcessBuilder(List.of(
                            Path.of(System.getProperty("java.home"), "bin", "keytool")
                                    .toString(),
                            "-genkeypair",
                            "-alias",
                            name,
                            "-keyalg",
                            "EC",
                            "-dname",
                            subject,
                            "-ext",
                            "san=ip:127.0.0.1",
                            "-ext",
                            "bc=ca:true",
                            "-storepass",
                            PASSWORD,
                            "-keystore",
                            store.toString()))
                    .inheritIO()
                    .start();
            if (keytool.waitFor() != 0) {
                throw new IllegalStateException("keytool failed");
            }
            KeyStore made = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
            Key key = made.getKey(name, PASSWORD.toCharArray());
            return new PemIdentity(
                    subject,
                    pem(
                            directory,
                            name,
                            "CERTIFICATE",
                            made.getCertificate(name).getEncoded()),
                    pem(directory, name, "PRIVATE KEY", key.getEncoded()));
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static Path pem(Path directory, String name, String what, byte[] bytes) throws IOException {
        String text = Base64.getMimeEncoder(64, "\n".getBytes(US_ASCII)).encodeToString(bytes);
        return Files.writeString(
                directory.resolve(name + "-" + what.charAt(0) + ".pem"),
                "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n");
    }
}
