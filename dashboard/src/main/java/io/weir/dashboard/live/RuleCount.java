package io.weir.dashboard.live;

/**
 * The value of a meter for a rule.
 *
 * @param meter its name, such as {@code processing.late}
 */
public record RuleCount(String rule, String meter, double value) {}
