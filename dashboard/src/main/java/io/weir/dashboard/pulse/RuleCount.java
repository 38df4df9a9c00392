package io.weir.dashboard.pulse;

/**
 * What a meter says of a rule.
 *
 * @param meter its name, such as {@code processing.late}
 */
public record RuleCount(String rule, String meter, double value) {}
