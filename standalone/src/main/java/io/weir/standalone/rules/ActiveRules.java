package io.weir.standalone.rules;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rulebook.RuleBook;
import io.weir.contract.rulebook.RuleBook.UntilPublished;
import io.weir.contract.rulebook.RulePublisher;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.StartException;
import io.weir.standalone.topic.KafkaFailure;
import org.apache.kafka.common.KafkaException;

/** Reads the active rules once, for a command that needs them. */
public final class ActiveRules {
    private ActiveRules() {}

    /**
     * @throws StartException if no rules are published, if they are not usable, or if Kafka does
     * not answer
     */
    public static RuleFile of(KafkaSettings kafka) {
        try {
            String version = new RulePublisher(kafka)
                    .active()
                    .orElseThrow(() -> new StartException("no rules are published at " + kafka.bootstrap()
                            + ": publish some with weir rules apply FILE, or name a file with --rules"));
            try (RuleBook book = new RuleBook("storage", UntilPublished.SHOW_NONE, kafka, new SimpleMeterRegistry())) {
                book.start();
                return book.find(version)
                        .orElseThrow(() -> new StartException(
                                "rules " + version + " are not usable; publish valid ones with weir rules apply FILE"));
            }
        } catch (KafkaException e) {
            throw new StartException(
                    "cannot read the published rules: Kafka at " + kafka.bootstrap() + " does not answer or refuses ("
                            + KafkaFailure.reason(e)
                            + "); name another Kafka with --bootstrap HOST:PORT, or a rule file with --rules",
                    e);
        }
    }
}
