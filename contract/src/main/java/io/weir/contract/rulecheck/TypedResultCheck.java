package io.weir.contract.rulecheck;

/** Warns of a type for results of rules: only lines from senders are checked. */
final class TypedResultCheck implements RuleCheck {
    @Override
    public void check(CheckedRules checked, Findings findings) {
        checked.rules().types().forEach(rule -> {
            findings.inspect(rule);
            checked.results()
                    .firstNamedBy(rule.match())
                    .ifPresent(result -> findings.add(
                            rule,
                            "match.measurement",
                            "names the results of " + findings.named(result.rule())
                                    + ", but types are those of lines from senders",
                            "match what senders write"));
        });
    }
}
