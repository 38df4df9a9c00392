package io.weir.gateway.collectd;

/** What a packet must be at least to be taken in; the words are those of collectd's network plugin. */
public enum SecurityLevel {
    /** Everything; signatures are verified if there are users. */
    NONE,
    /** Signed or encrypted. */
    SIGN,
    /** Encrypted. */
    ENCRYPT
}
