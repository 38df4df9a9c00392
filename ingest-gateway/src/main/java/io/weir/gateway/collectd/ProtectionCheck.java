package io.weir.gateway.collectd;

/**
 * Lets into {@link Content} what a packet may say under a level: parts behind a signature that is right, what an encryption part holds,
 * and plain parts only where no level is set. What is not let in is refused, every byte of it. Against replays only what has a time
 * within the window is remembered: of anything else nothing is taken, now or when it comes again. Not thread-safe.
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

    /** Takes in one packet. */
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
                verifies = false; // a further signature signs what is signed already
                run = parts.end();
            }
        }
        plain(bytes, run, to, isTrusted, receivedNanos);
    }

    /** Parts that are not encrypted, up to the next part of protection or the packet's end. */
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

    /** Whether the signature is right; otherwise everything from here on is refused. */
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
