package io.weir.processing.merge;

import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.Rules;
import java.util.Optional;

/**
 * Rules without the parts that were applied before partials were made. The rest decides where
 * results go.
 */
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
