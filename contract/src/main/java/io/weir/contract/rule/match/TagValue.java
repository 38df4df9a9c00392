package io.weir.contract.rule.match;

/** A tag of a series. */
record TagValue(String key, String value) {}
