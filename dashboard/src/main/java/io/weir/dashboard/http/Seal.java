package io.weir.dashboard.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs texts that browsers keep for this server, by HMAC with SHA-256. The texts stay readable.
 * Thread-safe.
 */
public final class Seal {
    private static final String ALGORITHM = "HmacSHA256";

    private final SecretKeySpec key;

    /**
     * Derives the key, so that a signed text does not help to guess the secret of another use.
     *
     * @param secret not empty: anybody could make the signatures of an empty one
     * @param purpose a seal never opens a text that was sealed with another secret or purpose
     */
    public Seal(String secret, String... purpose) {
        if (secret.isBlank()) {
            throw new IllegalArgumentException("a seal needs a secret");
        }
        byte[] derived = mac(new SecretKeySpec(secret.getBytes(UTF_8), ALGORITHM), String.join("\0", purpose));
        key = new SecretKeySpec(derived, ALGORITHM);
    }

    /** The text, a dot, and its signature. */
    public String seal(String text) {
        return text + "." + signature(text);
    }

    /** The text before the signature; empty unless this seal has made the whole. */
    public Optional<String> open(String sealed) {
        int dot = sealed.lastIndexOf('.');
        if (dot < 0) {
            return Optional.empty();
        }
        String text = sealed.substring(0, dot);
        byte[] shown = sealed.substring(dot + 1).getBytes(UTF_8);
        return MessageDigest.isEqual(signature(text).getBytes(UTF_8), shown) ? Optional.of(text) : Optional.empty();
    }

    /** The signature alone: 43 characters that URLs and cookies may contain. */
    public String signature(String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(mac(key, text));
    }

    private static byte[] mac(SecretKeySpec key, String text) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return mac.doFinal(text.getBytes(UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has " + ALGORITHM, e);
        }
    }
}
