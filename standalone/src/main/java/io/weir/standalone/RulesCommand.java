package io.weir.standalone;

import io.weir.contract.rulebook.RulePublisher;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.StartException;
import io.weir.contract.topic.Topics;
import io.weir.contract.yaml.MistakesException;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.kafka.common.KafkaException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code weir rules}: what the operator of services of their own does with a rule file; {@code weir up} does it itself. */
@Command(
        name = "rules",
        description = "Checks a rule file, or lets its rules hold from now on.",
        mixinStandardHelpOptions = true)
final class RulesCommand {

    @Command(
            name = "check",
            description = "Tells every mistake of a rule file. Exit code 1 if there is one.",
            mixinStandardHelpOptions = true)
    int check(@Parameters(paramLabel = "FILE", description = "The rules.") Path file) {
        try {
            RuleText text = RuleText.read(file);
            System.out.println(file + ": version " + text.rules().version() + ": "
                    + RuleCounts.of(text.rules(), Optional.empty()));
            return 0;
        } catch (MistakesException e) {
            System.err.println(e.getMessage());
            return 1;
        }
    }

    @Command(
            name = "apply",
            description = "Publishes a rule file: services that are given none of their own go over to it without a"
                    + " restart. Exit code 1 if it has a mistake; then nothing is changed.",
            mixinStandardHelpOptions = true,
            showDefaultValues = true)
    int apply(
            @Parameters(paramLabel = "FILE", description = "The rules.") Path file,
            @Option(
                            names = "--bootstrap",
                            paramLabel = "HOST:PORT",
                            description = "The Kafka.",
                            defaultValue = EmbeddedBroker.HOST + ":9092")
                    String bootstrap,
            @Option(
                            names = "--prefix",
                            paramLabel = "PREFIX",
                            description = "Of the topics, where one is set.",
                            defaultValue = "")
                    String prefix,
            @Option(
                            names = "--again",
                            description =
                                    "Also if they hold already: for a partition that lost the record that told it so.")
                    boolean again) {
        try {
            RuleText text = RuleText.read(file);
            RulePublisher publisher = new RulePublisher(kafka(bootstrap, prefix));
            String version = text.rules().version();
            Optional<String> active = publisher.active();
            if (active.isPresent() && active.get().equals(version) && !again) {
                System.out.println(version + " holds already");
                return 0;
            }
            publisher.publish(version, text.bytes());
            System.out.println(
                    active.orElse("none") + " -> " + version + ": " + RuleCounts.of(text.rules(), Optional.empty()));
            return 0;
        } catch (MistakesException | StartException e) {
            System.err.println(e.getMessage());
            return 1;
        } catch (KafkaException e) {
            System.err.println("rules were not applied: Kafka at " + bootstrap + " does not answer or refuses ("
                    + e.getMessage() + "); is it another --bootstrap HOST:PORT?");
            return 1;
        }
    }

    private static KafkaSettings kafka(String bootstrap, String prefix) {
        KafkaSettings standard = KafkaSettings.defaults().withBootstrap(bootstrap);
        try {
            return new KafkaSettings(
                    standard.bootstrap(),
                    standard.properties(),
                    new Topics(prefix),
                    standard.partitions(),
                    standard.replication());
        } catch (IllegalArgumentException e) {
            throw new StartException("--prefix: " + e.getMessage(), e);
        }
    }
}
