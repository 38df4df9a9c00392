package io.weir.gateway.collectd;

/**
 * What a part says, by the first two of its bytes. A part is: type (2 bytes), length (2 bytes, with these four), body.
 *
 * <p>A part of text has it in the body, with a NUL behind; a part of a number has 8 bytes. Each holds for all values and messages
 * behind it until another of its type comes.
 */
final class PartType {
    /** Text: who measured. */
    static final int HOST = 0x0000;
    /** Number: seconds since 1970. */
    static final int TIME = 0x0001;
    /** Text: what measured, such as {@code interface}. */
    static final int PLUGIN = 0x0002;
    /** Text: which one of several, such as {@code eth0}; may be empty. */
    static final int PLUGIN_INSTANCE = 0x0003;
    /** Text: a name of types.db, which says how many values there are and what they are called. */
    static final int TYPE = 0x0004;
    /** Text: which one of several of the type; may be empty. */
    static final int TYPE_INSTANCE = 0x0005;
    /** Measured values, see {@link ValuesPart}. */
    static final int VALUES = 0x0006;
    /** Number: seconds between two measurements. */
    static final int INTERVAL = 0x0007;
    /** Number: as {@link #TIME}, in units of 2^-30 s. */
    static final int TIME_HR = 0x0008;
    /** Number: as {@link #INTERVAL}, in units of 2^-30 s. */
    static final int INTERVAL_HR = 0x0009;
    /** Text: what a notification says; ends it, as {@link #VALUES} end a measurement. */
    static final int MESSAGE = 0x0100;
    /** Number: how bad it is, see {@link Severity}. */
    static final int SEVERITY = 0x0101;
    /** HMAC-SHA-256 (32 bytes) of what follows it in the body, the user's name, and of all parts behind it. */
    static final int SIGNATURE = 0x0200;
    /**
     * Length of the user's name (2 bytes), name, initialisation vector (16 bytes), and, encrypted with AES-256 in OFB mode under the
     * SHA-256 of the password, a SHA-1 (20 bytes) of the parts that follow it.
     */
    static final int ENCRYPTION = 0x0210;

    private PartType() {}
}
