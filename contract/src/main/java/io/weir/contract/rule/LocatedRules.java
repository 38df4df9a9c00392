package io.weir.contract.rule;

/** Rules with their places in the file. */
public record LocatedRules(RuleFile rules, RuleLines lines) {}
