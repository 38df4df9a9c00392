package io.weir.contract.rulecheck;

import io.weir.contract.rule.RuleFile;

/** Looks for one thing. */
interface RuleCheck {
    void check(RuleFile rules, Findings findings);
}
