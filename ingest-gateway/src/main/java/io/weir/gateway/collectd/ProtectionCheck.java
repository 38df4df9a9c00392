package io.weir.gateway.collectd;

/**
 * Passes to {@link Content} the parts of a packet that the security level permits: parts after a
 * valid signature, the content of encryption parts, and plain parts only without a level. Rejects
 * all other bytes. Remembers against replays only parts with a time within the window, because
 * nothing of other parts is accepted, now or later. Not thread-safe.
 */
final class ProtectionCheck {
    private final Protection protection;
    private final Keyring keys;
    private final Signatures signatures;
    private final Decryption decryption;
    private final PartReader parts = new PartReader();
    private final Content content;
    private final Outlet outlet;

    ProtectionCheck(Protection protection, Content content, Outlet outlet) {
        this.protection = protection;
        this.keys = new Keyring(protection.users());
        this.signatures = new Signatures(keys);
        this.decryption = new Decryption(keys);
        this.content = content;
        this.outlet = outlet;
    }

    /** Consumes one packet. */
    void packet(byte[] bytes, int from, int to, long receivedNanos) {
        SecurityLevel level = protection.level();
        boolean verifies = level == SecurityLevel.SIGN || (level == SecurityLevel.NONE && !keys.isEmpty());
        boolean isTrusted = level == SecurityLevel.NONE;
        int run = from;
        parts.wrap(bytes, from, to);
        while (parts.next()) {
            if (parts.type() == PartType.ENCRYPTION) {
                plain(bytes, run, parts.start(), isTrusted, receivedNanos);
                encrypted(bytes, receivedNanos);
                run = parts.end();
            } else if (parts.type() == PartType.SIGNATURE && verifies) {
                plain(bytes, run, parts.start(), isTrusted, receivedNanos);
                if (!isSigned(bytes, to, receivedNanos)) {
                    return;
                }
                isTrusted = true;
                verifies = false; // a further signature covers parts that are already signed
                run = parts.end();
            }
        }
        plain(bytes, run, to, isTrusted, receivedNanos);
    }

    /**
     * Handles unencrypted parts up to the next signature or encryption part, or to the end of the
     * packet.
     */
    private void plain(byte[] bytes, int from, int to, boolean isTrusted, long receivedNanos) {
        if (from == to) {
            return;
        }
        if (isTrusted) {
            content.read(bytes, from, to, receivedNanos);
        } else {
            boolean signs = protection.level() == SecurityLevel.SIGN;
            outlet.refuse(signs ? PacketError.UNSIGNED : PacketError.UNENCRYPTED, bytes, from, to, from);
        }
    }

    private void encrypted(byte[] bytes, long receivedNanos) {
        PacketError error = decryption.open(bytes, parts.body(), parts.end());
        if (error == PacketError.NONE
                && content.isTimely(decryption.plain(), decryption.from(), decryption.to(), receivedNanos)
                && !protection.isNew(decryption.fingerprint(), receivedNanos)) {
            error = PacketError.REPLAYED;
        }
        if (error == PacketError.NONE) {
            content.read(decryption.plain(), decryption.from(), decryption.to(), receivedNanos);
        } else {
            outlet.refuse(error, bytes, parts.start(), parts.end(), parts.start());
        }
    }

    /** Whether the signature is valid. If not, everything from here on is rejected. */
    private boolean isSigned(byte[] bytes, int to, long receivedNanos) {
        PacketError error = signatures.verify(bytes, parts.body(), parts.end(), to);
        if (error == PacketError.NONE
                && content.isTimely(bytes, parts.end(), to, receivedNanos)
                && !protection.isNew(signatures.fingerprint(), receivedNanos)) {
            error = PacketError.REPLAYED;
        }
        if (error != PacketError.NONE) {
            outlet.refuse(error, bytes, parts.start(), to, parts.start());
        }
        return error == PacketError.NONE;
    }
}
