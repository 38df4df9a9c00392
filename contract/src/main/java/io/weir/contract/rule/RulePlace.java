package io.weir.contract.rule;

/**
 * The place of a rule in its file.
 *
 * @param path such as {@code alarms[2]}
 * @param line of its file, 1-based
 */
public record RulePlace(String path, int line) {}
