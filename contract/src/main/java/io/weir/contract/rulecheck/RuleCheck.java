package io.weir.contract.rulecheck;

/** Looks for one thing. */
interface RuleCheck {
    void check(CheckedRules checked, Findings findings);
}
