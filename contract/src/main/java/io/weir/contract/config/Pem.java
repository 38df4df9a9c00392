package io.weir.contract.config;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads certificates and keys in PEM. No message contains any part of a key. */
public final class Pem {
    private static final int LONGEST = 1 << 20;
    private static final Pattern KEY =
            Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");
    private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA");

    private Pem() {}

    /**
     * The text of a file.
     *
     * @throws Refusal if it cannot be read
     */
    public static String text(String file) {
        return NamedFile.naming(file, Pem::read);
    }

    /**
     * The text of a file with certificates.
     *
     * @throws Refusal if it cannot be read or has no certificate
     */
    public static String certificatesOf(String file) {
        return NamedFile.naming(file, path -> {
            String text = read(path);
            certificates(text);
            return text;
        });
    }

    /**
     * The text of a file with a key.
     *
     * @throws Refusal if it cannot be read or has no key
     */
    public static String keyOf(String file) {
        return NamedFile.naming(file, path -> {
            String text = read(path);
            key(text);
            return text;
        });
    }

    /**
     * All certificates of a text, in their order.
     *
     * @throws Refusal if there is no certificate, or invalid content
     */
    public static List<X509Certificate> certificates(String text) {
        List<X509Certificate> found = new ArrayList<>();
        try {
            CertificateFactory factory = CertificateFactory.getInstance("X.509");
            for (Certificate each : factory.generateCertificates(new ByteArrayInputStream(text.getBytes(US_ASCII)))) {
                found.add((X509Certificate) each);
            }
        } catch (GeneralSecurityException e) {
            throw noCertificate();
        }
        if (found.isEmpty()) {
            throw noCertificate();
        }
        return found;
    }

    /**
     * The key of a text.
     *
     * @throws Refusal if there is no supported key
     */
    public static PrivateKey key(String text) {
        Matcher found = KEY.matcher(text);
        if (!found.find()) {
            throw noKey();
        }
        PKCS8EncodedKeySpec encoded =
                new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(found.group(1)));
        for (String algorithm : ALGORITHMS) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(encoded);
            } catch (InvalidKeySpecException e) {
                // The key has another algorithm; the next one is tried.
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException("every Java has " + algorithm, e);
            }
        }
        throw noKey();
    }

    private static String read(Path file) {
        return new String(NamedFile.read(file, LONGEST), US_ASCII);
    }

    private static Refusal noCertificate() {
        return new Refusal("contains no readable certificate", "PEM: it begins with -----BEGIN CERTIFICATE-----");
    }

    private static Refusal noKey() {
        return new Refusal(
                "contains no readable key",
                "PKCS#8 in PEM, not encrypted: openssl pkcs8 -topk8 -nocrypt -in KEY -out KEY.pem");
    }
}
