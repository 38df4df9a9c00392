package io.weir.writer.store;

/** The treatment of texts in a store of numbers. */
public enum Texts {
    /** They are left out and counted. */
    SKIP,
    /**
     * A text becomes the label of a series with the value 1: {@code state="up"} becomes
     * {@code state_info} with the label {@code state}.
     */
    INFO
}
