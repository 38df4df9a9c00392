package io.weir.processing;

import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.Rules;
import java.util.List;
import java.util.Optional;

/** Published rules without a broker. */
record KnownRules(RuleFile active, List<RuleFile> others) implements Rules {

    @Override
    public Optional<RuleFile> find(String version) {
        return active.version().equals(version)
                ? Optional.of(active)
                : others.stream()
                        .filter(rules -> rules.version().equals(version))
                        .findFirst();
    }
}
