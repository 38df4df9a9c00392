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

    /** @param purpose a seal for one purpose never opens a text that was sealed for another */
    public Seal(String purpose, String secret) {
        key = new SecretKeySpec((purpose + " " + secret).getBytes(UTF_8), ALGORITHM);
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
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return Base64.getUrlEncoder().withoutPadding().encodeToString(mac.doFinal(text.getBytes(UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has " + ALGORITHM, e);
        }
    }
}
