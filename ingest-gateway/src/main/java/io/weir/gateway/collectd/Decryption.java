package io.weir.gateway.collectd;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;

/** Decrypts encryption parts. Not thread-safe. */
final class Decryption {
    private static final int VECTOR_LENGTH = 16;
    private static final int CHECKSUM_LENGTH = 20;

    private final Keyring keys;
    private final Cipher cipher;
    private final MessageDigest digest;
    private final byte[] received = new byte[CHECKSUM_LENGTH];
    private final byte[] meant = new byte[CHECKSUM_LENGTH];
    private final byte[] plain = new byte[1 << 16];
    private int length;

    Decryption(Keyring keys) {
        this.keys = keys;
        try {
            cipher = Cipher.getInstance("AES/OFB/NoPadding");
            digest = MessageDigest.getInstance("SHA-1");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no AES in OFB mode, which collectd encrypts with", e);
        }
    }

    /**
     * Decrypts the encryption part whose body lies between the indexes. Returns its error, or NONE.
     */
    PacketError open(byte[] bytes, int body, int end) {
        int user = body + 2;
        int vector = end - body < 2 ? end : user + Binary.unsigned16(bytes, body);
        int sealed = vector + VECTOR_LENGTH;
        if (vector == user || sealed + CHECKSUM_LENGTH > end) {
            return PacketError.ENCRYPTION;
        }
        Credential credential = keys.find(bytes, user, vector);
        try {
            cipher.init(Cipher.DECRYPT_MODE, credential.key(), new IvParameterSpec(bytes, vector, VECTOR_LENGTH));
            length = cipher.doFinal(bytes, sealed, end - sealed, plain, 0);
            System.arraycopy(plain, 0, received, 0, CHECKSUM_LENGTH);
            digest.update(plain, CHECKSUM_LENGTH, length - CHECKSUM_LENGTH);
            digest.digest(meant, 0, CHECKSUM_LENGTH);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("decrypting without padding cannot fail", e);
        }
        boolean isRight = MessageDigest.isEqual(received, meant);
        if (keys.isStranger(credential)) {
            return PacketError.UNKNOWN_USER;
        }
        return isRight ? PacketError.NONE : PacketError.BAD_CHECKSUM;
    }

    /** The data decrypted last: valid from {@link #from} to {@link #to}, until the next call. */
    byte[] plain() {
        return plain;
    }

    int from() {
        return CHECKSUM_LENGTH;
    }

    int to() {
        return length;
    }

    /** Identifies the part decrypted last. */
    long fingerprint() {
        return Binary.bigEndian64(received, 0);
    }
}
