package io.weir.contract.alarm;

/** Whether something comes of a key of an absence rule, in one partition. */
public enum Presence {
    /** Something came. */
    ALIVE,
    /** For the rule's period nothing came. */
    SILENT,
    /** The partition has forgotten the key, or no rule is about it any more. */
    GONE
}
