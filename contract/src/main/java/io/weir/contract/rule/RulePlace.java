package io.weir.contract.rule;

/**
 * Where a rule was written.
 *
 * @param path such as {@code alarms[2]}
 * @param line of its file, 1-based
 */
public record RulePlace(String path, int line) {}
