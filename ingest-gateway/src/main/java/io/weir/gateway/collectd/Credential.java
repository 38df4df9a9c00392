package io.weir.gateway.collectd;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** A user's password in the two forms that packets need, each computed once. Not thread-safe. */
final class Credential {
    private final byte[] password;
    private @Nullable Mac mac;
    private @Nullable SecretKeySpec key;

    Credential(String password) {
        this.password = password.getBytes(ISO_8859_1);
    }

    /** HMAC-SHA-256 with the password as key, in its reset state. */
    Mac mac() throws GeneralSecurityException {
        Mac made = mac;
        if (made == null) {
            made = Mac.getInstance("HmacSHA256");
            made.init(new SecretKeySpec(password, "HmacSHA256"));
            mac = made;
        }
        return made;
    }

    /** The AES-256 key: the SHA-256 of the password. */
    SecretKeySpec key() throws GeneralSecurityException {
        SecretKeySpec made = key;
        if (made == null) {
            made = new SecretKeySpec(MessageDigest.getInstance("SHA-256").digest(password), "AES");
            key = made;
        }
        return made;
    }
}
