package io.weir.gateway.collectd;

/** Minimum protection of accepted packets; the names are those of collectd's network plugin. */
public enum SecurityLevel {
    /** All packets; signatures are verified if there are users. */
    NONE,
    /** Signed or encrypted packets. */
    SIGN,
    /** Encrypted packets. */
    ENCRYPT
}
