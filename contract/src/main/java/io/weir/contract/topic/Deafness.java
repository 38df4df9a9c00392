package io.weir.contract.topic;

/** Why a gateway cannot be relied on to hear what senders send to it. */
public enum Deafness {
    /** It has not ticked for so long that time goes on without it. */
    MISSING,
    /** It has lost some of what was sent to it: its kernel's buffer, its hand-off or its spool was full. */
    LOSING
}
