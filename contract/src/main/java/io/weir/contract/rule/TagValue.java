package io.weir.contract.rule;

/** A tag of a series. */
record TagValue(String key, String value) {}
