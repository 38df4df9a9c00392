package io.weir.contract.rulecheck;

import io.weir.contract.rule.match.TextPattern;
import io.weir.contract.rule.metric.EnrichRule;
import java.util.Optional;

/**
 * The effect of enrichment on a tag in all series that a match matches.
 *
 * @param rule the last one that changes it
 * @param value the tag's value; empty if the tag was removed
 */
record TagChange(EnrichRule rule, Optional<String> value) {

    /** Whether the tag can have a value that matches this pattern. */
    boolean allows(TextPattern pattern) {
        return value.filter(pattern::matches).isPresent();
    }
}
