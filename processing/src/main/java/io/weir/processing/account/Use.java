package io.weir.processing.account;

/** What memory is taken for. */
public enum Use {
    /** New series and new fields: they leave a quarter of each budget to the windows of what is known. */
    NAMES,
    /** More windows, or windows of more fields. */
    WINDOWS
}
