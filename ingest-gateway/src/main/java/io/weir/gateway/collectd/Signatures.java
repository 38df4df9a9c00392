package io.weir.gateway.collectd;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import javax.crypto.Mac;

/** Verifies signature parts. Not thread-safe. */
final class Signatures {
    private static final int LENGTH = 32;

    private final Keyring keys;
    private final byte[] received = new byte[LENGTH];
    private final byte[] meant = new byte[LENGTH];

    Signatures(Keyring keys) {
        this.keys = keys;
    }

    /**
     * Verifies the signature part whose body lies between the indexes and which covers everything
     * up to {@code to}. Returns its error, or NONE.
     */
    PacketError verify(byte[] bytes, int body, int end, int to) {
        int user = body + LENGTH;
        if (user >= end) {
            return PacketError.SIGNATURE;
        }
        Credential credential = keys.find(bytes, user, end);
        System.arraycopy(bytes, body, received, 0, LENGTH);
        try {
            Mac mac = credential.mac();
            mac.update(bytes, user, to - user);
            mac.doFinal(meant, 0);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has HMAC-SHA-256", e);
        }
        boolean isRight = MessageDigest.isEqual(received, meant);
        if (keys.isStranger(credential)) {
            return PacketError.UNKNOWN_USER;
        }
        return isRight ? PacketError.NONE : PacketError.BAD_SIGNATURE;
    }

    /** Identifies the part verified last. */
    long fingerprint() {
        return Binary.bigEndian64(received, 0);
    }
}
