package io.weir.contract.rulecheck;

import io.weir.contract.rule.EnrichRule;
import io.weir.contract.rule.TextPattern;
import java.util.Optional;

/**
 * What enrichment has made of a tag of all series that a match means.
 *
 * @param rule the last one that changes it
 * @param value that it has; empty if it is gone
 */
record TagFate(EnrichRule rule, Optional<String> value) {

    /** Whether a tag whose value must look like this can be there. */
    boolean allows(TextPattern pattern) {
        return value.filter(pattern::matches).isPresent();
    }
}
