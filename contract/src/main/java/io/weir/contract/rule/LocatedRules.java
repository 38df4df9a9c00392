package io.weir.contract.rule;

/** Rules, and where each was written. */
public record LocatedRules(RuleFile rules, RuleLines lines) {}
