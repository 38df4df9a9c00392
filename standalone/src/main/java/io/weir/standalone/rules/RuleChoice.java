package io.weir.standalone.rules;

import io.micrometer.core.instrument.MeterRegistry;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.rule.Rules;
import io.weir.contract.rulebook.RuleBook;
import io.weir.contract.rulebook.RuleBook.UntilPublished;
import io.weir.contract.service.KafkaSettings;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Chooses the rules of a service: the published rules, live, or the fixed file that its settings
 * name.
 *
 * @param isPublishing whether this process publishes rules, so that rules are certain to arrive
 * @param isNamed whether the command line names the rules, which takes precedence over a file in
 * the settings
 */
public record RuleChoice(boolean isPublishing, boolean isNamed) {

    /** For a service in its own process. */
    public static RuleChoice alone() {
        return new RuleChoice(false, false);
    }

    /**
     * The rules of one service.
     *
     * @param fixed the file that its settings name
     * @throws io.weir.contract.config.MistakesException with all mistakes of that file
     */
    public Rules of(String service, Optional<Path> fixed, KafkaSettings kafka, MeterRegistry meters) {
        return fixed.filter(file -> !isNamed)
                .map(RuleLoader::load)
                .map(Rules::fixed)
                .orElseGet(() -> new RuleBook(
                        service, isPublishing ? UntilPublished.WAIT : UntilPublished.PASS_LINES, kafka, meters));
    }
}
