package io.weir.contract.rulecheck;

/** Checks rules for one kind of mistake. */
interface RuleCheck {
    void check(CheckedRules checked, Findings findings);
}
