package io.weir.processing.merge;

import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.Rules;
import java.util.Optional;

/** The same rules without those that were applied before partials were made: what is left says where results go. */
record ResultRules(Rules rules) implements Rules {

    @Override
    public RuleFile active() {
        return rules.active().forResults();
    }

    @Override
    public Optional<RuleFile> find(String version) {
        return rules.find(version).map(RuleFile::forResults);
    }
}
