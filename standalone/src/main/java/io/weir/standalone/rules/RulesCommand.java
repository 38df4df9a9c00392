package io.weir.standalone.rules;

import io.weir.contract.config.FileSchema;
import io.weir.contract.config.MistakesException;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.rule.RuleProgress;
import io.weir.contract.rule.RuleText;
import io.weir.contract.rulebook.RulePublisher;
import io.weir.contract.rulecheck.Finding;
import io.weir.contract.rulecheck.RuleChecks;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.StartException;
import io.weir.standalone.replay.RulesRun;
import io.weir.standalone.ruletest.RulesTest;
import io.weir.standalone.topic.KafkaFailure;
import io.weir.standalone.topic.KafkaOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.KafkaException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code weir rules}: commands on a rule file, for operators who run services separately;
 * {@code weir up} does the same itself.
 */
@Command(
        name = "rules",
        description = "Checks a rule file, tests its rules, or activates them on the running farm.",
        mixinStandardHelpOptions = true,
        subcommands = {RulesRun.class, RulesTest.class})
public final class RulesCommand {

    @Command(
            name = "check",
            description = "Reports all mistakes of a rule file; without mistakes, warns of rules that probably"
                    + " do not do what was intended. Exit code 1 if there is a mistake.",
            mixinStandardHelpOptions = true)
    int check(
            @Parameters(paramLabel = "FILE", description = "The rules.") Path file,
            @Option(names = "--strict", description = "Exit code 1 also for a warning.") boolean strict,
            @Option(
                            names = "--against",
                            paramLabel = "FILE",
                            description = "Recorded metrics as line protocol, timestamps in nanoseconds: also warns of"
                                    + " rules whose hold is too short for them, and notes integer results.")
                    Optional<Path> recording) {
        try {
            Checked checked = RuleDeadline.within(RuleDeadline.DEFAULT, file, progress -> Checked.of(file, progress));
            checked.findings.forEach(System.err::println);
            if (checked.hasErrors()) {
                return 1;
            }
            RuleFile rules = checked.rules();
            List<Finding> holds = recording.isEmpty()
                    ? List.of()
                    : HoldCheck.findings(file.toString(), checked.text.located(), recording.get());
            holds.forEach(System.err::println);
            RevisionMemory.notes(file.toString(), checked.text.located()).forEach(System.err::println);
            recording.ifPresent(path -> IntegerCheck.notes(file.toString(), checked.text.located(), path)
                    .forEach(System.err::println));
            System.out.println(file + ": version " + rules.version() + ": " + RuleCounts.of(rules, Optional.empty()));
            return strict && !(checked.findings.isEmpty() && holds.isEmpty()) ? 1 : 0;
        } catch (MistakesException | StartException e) {
            System.err.println(e.getMessage());
            return 1;
        }
    }

    private record Checked(RuleText text, List<Finding> findings) {
        static Checked of(Path file, RuleProgress progress) {
            RuleText text = RuleText.read(file, progress);
            List<Finding> findings = new ArrayList<>(RuleChecks.findings(file.toString(), text.located()));
            findings.addAll(LateCheck.findings(file.toString(), text.located()));
            return new Checked(text, findings);
        }

        RuleFile rules() {
            return text.rules();
        }

        boolean hasErrors() {
            return findings.stream().anyMatch(Finding::isError);
        }
    }

    @Command(
            name = "schema",
            description = "Prints a JSON Schema of rule files, with which editors complete and check them.",
            mixinStandardHelpOptions = true)
    int schema() {
        System.out.println(FileSchema.text("Rules of Weir", RuleLoader.declarations()));
        return 0;
    }

    @Command(
            name = "apply",
            description = "Publishes a rule file. Services without a rule file of their own activate it"
                    + " without a restart. Exit code 1 if the file has a mistake; then nothing changes.",
            mixinStandardHelpOptions = true,
            showDefaultValues = true)
    int apply(
            @Parameters(paramLabel = "FILE", description = "The rules.") Path file,
            @Mixin KafkaOptions options,
            @Option(
                            names = "--again",
                            description =
                                    "Publishes rules even if they are active: for a partition that lost the record that"
                                            + " activates them.")
                    boolean again) {
        try {
            Checked checked = RuleDeadline.within(RuleDeadline.DEFAULT, file, progress -> Checked.of(file, progress));
            if (checked.hasErrors()) {
                checked.findings.stream().filter(Finding::isError).forEach(System.err::println);
                return 1;
            }
            return apply(checked.text, options.settings(), again);
        } catch (MistakesException | StartException e) {
            System.err.println(e.getMessage());
            return 1;
        }
    }

    private static int apply(RuleText text, KafkaSettings kafka, boolean again) {
        try {
            RulePublisher publisher = new RulePublisher(kafka);
            String version = text.rules().version();
            Optional<String> active = publisher.active();
            if (active.isPresent() && active.get().equals(version) && !again) {
                System.out.println(version + " is active already");
                return 0;
            }
            publisher.publish(text);
            System.out.println(
                    active.orElse("none") + " -> " + version + ": " + RuleCounts.of(text.rules(), Optional.empty()));
            return 0;
        } catch (KafkaException e) {
            System.err.println("rules were not applied: Kafka at " + kafka.bootstrap() + " does not answer or refuses ("
                    + KafkaFailure.reason(e) + "); name another Kafka with --bootstrap HOST:PORT");
            return 1;
        }
    }
}
