package io.weir.standalone;

import io.micrometer.core.instrument.MeterRegistry;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.rule.Rules;
import io.weir.contract.rulebook.RuleBook;
import io.weir.contract.service.KafkaSettings;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Which rules a service follows: those that are published, live, unless its settings name a file, which then is fixed.
 *
 * @param isPublishing whether this process publishes rules, so that some are sure to come
 * @param isNamed whether they were named on the command line, which wins over a file in the settings
 */
record RuleChoice(boolean isPublishing, boolean isNamed) {

    /** For a service in a process of its own. */
    static RuleChoice alone() {
        return new RuleChoice(false, false);
    }

    /**
     * The rules of one service.
     *
     * @param fixed the file that its settings name
     * @throws io.weir.contract.yaml.MistakesException with everything that is wrong with that file
     */
    Rules of(String service, Optional<Path> fixed, KafkaSettings kafka, MeterRegistry meters) {
        return fixed.filter(file -> !isNamed)
                .map(RuleLoader::load)
                .map(Rules::fixed)
                .orElseGet(() -> new RuleBook(service, isPublishing, kafka, meters));
    }
}
