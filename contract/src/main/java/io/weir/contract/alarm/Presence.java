package io.weir.contract.alarm;

/** Whether data arrives for a key of an absence rule, in one partition. */
public enum Presence {
    /** Data arrived. */
    ALIVE,
    /** No data arrived for the rule's period. */
    SILENT,
    /** The partition has forgotten the key, or no rule covers it any more. */
    GONE
}
