package io.weir.gateway.collectd;

/** Reasons for rejecting a packet, or the rest of it. */
enum PacketError {
    /** No error. */
    NONE("none", "the packet is valid"),
    /** A part exceeds the packet. */
    TRUNCATED("collectd-truncated", "the packet ends within a part"),
    /** A part is shorter than its own header. */
    PART_LENGTH("collectd-part-length", "a part has a length of less than four bytes"),
    /** A text without NUL at its end, with a control character, or longer than 255 bytes. */
    TEXT("collectd-text", "a text must end with NUL, and have no control characters and at most 255 bytes"),
    /** A number that does not have eight bytes. */
    NUMBER("collectd-number", "a number part must have 12 bytes"),
    /** A time that 64 bits of nanoseconds cannot represent. */
    TIME("collectd-time", "a time must be before the year 2262"),
    /**
     * A values part whose length does not match its count, with no value or more than 255, or with
     * a value of unknown kind.
     */
    VALUES(
            "collectd-values",
            "a values part must have 1 to 255 values of known kinds, and a length that matches their count"),
    /** Values or a message without the parts that identify them. */
    NAMELESS("collectd-nameless", "values need a host, a plugin and a type before them; a message needs a host"),
    /** A message without severity, or with an unknown one. */
    SEVERITY("collectd-severity", "the severity of a message must be 1, 2 or 4"),
    /** A signature part too short for a signature and a user. */
    SIGNATURE("collectd-signature", "a signature part must have 32 bytes of signature and a user's name"),
    /** An encryption part too short for a user, a vector and a checksum. */
    ENCRYPTION("collectd-encryption", "an encryption part must have a user's name, a vector and a checksum"),
    /** An encryption part within another. */
    NESTED("collectd-nested", "an encryption part must not contain another"),
    /** Neither signed nor encrypted, although one of them is required. */
    UNSIGNED("collectd-unsigned", "this input accepts only signed and encrypted packets"),
    /** Not encrypted, although that is required. */
    UNENCRYPTED("collectd-unencrypted", "this input accepts only encrypted packets"),
    /** A user who is not in the user file. */
    UNKNOWN_USER("collectd-unknown-user", "the user file does not name the packet's user"),
    /** Another password, or bytes changed in transit. */
    BAD_SIGNATURE("collectd-bad-signature", "the signature does not match the user's password"),
    /** Another password, or bytes changed in transit. */
    BAD_CHECKSUM("collectd-bad-checksum", "the packet was not encrypted with the user's password"),
    /** No time, or one outside the replay window, although packets must be protected. */
    STALE("collectd-stale", "the packet's time is missing or outside the replay window"),
    /** A protected packet that was received before. */
    REPLAYED("collectd-replayed", "this packet was received before");

    private final String code;
    private final String meaning;

    PacketError(String code, String meaning) {
        this.code = code;
        this.meaning = meaning;
    }

    /** The stable name for headers and meters. */
    public String code() {
        return code;
    }

    /** One sentence for people. */
    public String meaning() {
        return meaning;
    }
}
