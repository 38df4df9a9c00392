package io.weir.gateway.collectd;

/**
 * Types of parts. A part consists of: type (2 bytes), length (2 bytes, including these four), body.
 *
 * <p>The body of a text part is the text with a trailing NUL; the body of a number part has 8
 * bytes. Each part applies to all following values and messages until another part of its type.
 */
final class PartType {
    /** Text: the measured host. */
    static final int HOST = 0x0000;
    /** Number: seconds since 1970. */
    static final int TIME = 0x0001;
    /** Text: the measuring plugin, such as {@code interface}. */
    static final int PLUGIN = 0x0002;
    /** Text: one of several instances, such as {@code eth0}; may be empty. */
    static final int PLUGIN_INSTANCE = 0x0003;
    /** Text: a name from types.db, which defines number and names of the values. */
    static final int TYPE = 0x0004;
    /** Text: one of several instances of the type; may be empty. */
    static final int TYPE_INSTANCE = 0x0005;
    /** Measured values, see {@link ValuesPart}. */
    static final int VALUES = 0x0006;
    /** Number: seconds between two measurements. */
    static final int INTERVAL = 0x0007;
    /** Number: as {@link #TIME}, in units of 2^-30 s. */
    static final int TIME_HR = 0x0008;
    /** Number: as {@link #INTERVAL}, in units of 2^-30 s. */
    static final int INTERVAL_HR = 0x0009;
    /** Text: the text of a notification. Ends it, as {@link #VALUES} end a measurement. */
    static final int MESSAGE = 0x0100;
    /** Number: severity, see {@link Severity}. */
    static final int SEVERITY = 0x0101;
    /**
     * HMAC-SHA-256 (32 bytes) of the rest of the body, which is the user's name, and of all
     * following parts.
     */
    static final int SIGNATURE = 0x0200;
    /**
     * Length of the user's name (2 bytes), name, initialisation vector (16 bytes), and encrypted
     * data: a SHA-1 (20 bytes) of the parts that follow it, and these parts. Encrypted with AES-256
     * in OFB mode; the key is the SHA-256 of the password.
     */
    static final int ENCRYPTION = 0x0210;

    private PartType() {}
}
