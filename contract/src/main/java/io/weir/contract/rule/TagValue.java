package io.weir.contract.rule;

/** A tag as a series has it. */
record TagValue(String key, String value) {}
