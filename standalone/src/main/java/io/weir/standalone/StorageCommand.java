package io.weir.standalone;

import io.weir.contract.rule.RuleLoader;
import io.weir.contract.rule.storage.StorageRules;
import io.weir.contract.service.StartException;
import io.weir.contract.yaml.Refusal;
import io.weir.contract.yaml.YamlSource;
import io.weir.standalone.topic.KafkaOptions;
import io.weir.writer.WriterConfig;
import io.weir.writer.store.StoreUrl;
import io.weir.writer.tier.ApplyListener;
import io.weir.writer.tier.Difference;
import io.weir.writer.tier.TierKeeper;
import io.weir.writer.tier.TierPlan;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code weir storage}: retention and downsampling in the store, as the rules declare them. */
@Command(
        name = "storage",
        description = "Compares the store's retention and downsampling with the rules, and makes them so.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
final class StorageCommand {
    private static final int DIFFERS = 3;
    private static final Duration SAY_EVERY = Duration.ofSeconds(5);
    /** The writer's other variables do not concern this command. */
    private static final Set<String> VARIABLES = Set.of("WEIR_WRITER_STORE", "WEIR_WRITER_TOKEN_FILE");

    @Spec
    private CommandSpec command = CommandSpec.create();

    /** The options that select the store and the rules. */
    static final class Choice {
        @Option(
                names = "--store",
                paramLabel = "URL",
                description = "The store; without it WEIR_WRITER_STORE. " + StoreUrl.FORMS + ".")
        private Optional<String> store = Optional.empty();

        @Option(names = "--rules", paramLabel = "FILE", description = "The rules; without it those that are published.")
        private Optional<Path> file = Optional.empty();

        @Mixin
        private KafkaOptions kafka = new KafkaOptions();

        private TierKeeper keeper() {
            Map<String, String> variables = new TreeMap<>(System.getenv());
            variables.keySet().retainAll(VARIABLES);
            WriterConfig config = YamlSource.text("settings", "")
                    .withEnvironment("WEIR_WRITER", variables)
                    .read(WriterConfig::read);
            try {
                return TierKeeper.of(store.map(StoreUrl::parse).orElse(config.store()), config.token());
            } catch (Refusal e) {
                throw new StartException("--store " + e.getMessage());
            }
        }

        private StorageRules rules() {
            StorageRules rules = file.map(RuleLoader::load)
                    .orElseGet(() -> ActiveRules.of(kafka.settings()))
                    .storage();
            if (rules.tiers().isEmpty()) {
                throw new StartException(
                        "the rules say nothing of tiers, and so the store is left as it is: declare some"
                                + " under storage (docs/storage.md), or name other rules with --rules FILE");
            }
            return rules;
        }
    }

    @Command(
            name = "plan",
            description =
                    "Shows what the store has otherwise than the rules: what would be made (+), changed (~), be it"
                            + " because the rules are new or because somebody changed the store by hand, and deleted (-). Exit"
                            + " code 0 if there is nothing, 3 if there is.",
            mixinStandardHelpOptions = true)
    int plan(@Mixin Choice choice) {
        TierKeeper keeper = choice.keeper();
        StorageRules rules = choice.rules();
        try {
            TierPlan plan = keeper.plan(rules);
            plan.differences().forEach(this::say);
            say(plan.differences().isEmpty() ? "the store is as the rules say" : counted(plan));
            return plan.differences().isEmpty() ? CommandLine.ExitCode.OK : DIFFERS;
        } catch (IOException e) {
            throw new StartException("nothing is known: " + e.getMessage(), e);
        }
    }

    @Command(
            name = "apply",
            description = "Does what plan shows; again and again, if you like. A new tier is computed from all that raw"
                    + " has. Exit code 0 if the store is as the rules say then, 3 if something is left that would delete"
                    + " metrics.",
            mixinStandardHelpOptions = true)
    int apply(
            @Mixin Choice choice,
            @Option(
                            names = "--allow-delete",
                            description = "Also what deletes metrics: tiers that are gone, or are kept for less.")
                    boolean allowsDelete) {
        TierKeeper keeper = choice.keeper();
        StorageRules rules = choice.rules();
        try {
            TierPlan plan = keeper.plan(rules);
            keeper.apply(plan, rules, allowsDelete, new Told());
            long left = allowsDelete
                    ? 0
                    : plan.differences().stream()
                            .filter(Difference::deletesData)
                            .count();
            say(
                    left > 0
                            ? left + " left that would delete metrics: plan shows them, --allow-delete does them"
                            : "the store is as the rules say");
            return left > 0 ? DIFFERS : CommandLine.ExitCode.OK;
        } catch (IOException e) {
            throw new StartException("not all was done, apply again does the rest: " + e.getMessage(), e);
        }
    }

    /**
     * Prints each change, and the progress every few seconds: computing a tier from years of
     * metrics takes hours.
     */
    private final class Told implements ApplyListener {
        private long saidNanos = System.nanoTime();

        @Override
        public void done(Difference difference) {
            say(difference);
        }

        @Override
        public void computing(Difference difference, long upToMillis, double share) {
            long now = System.nanoTime();
            if (now - saidNanos >= SAY_EVERY.toNanos()) {
                saidNanos = now;
                PrintWriter err = command.commandLine().getErr();
                err.printf(
                        Locale.ROOT,
                        "%s: computed up to %s, %.0f %%%n",
                        difference.title(),
                        Instant.ofEpochMilli(upToMillis),
                        100 * share);
                err.flush();
            }
        }
    }

    private static String counted(TierPlan plan) {
        long deleting =
                plan.differences().stream().filter(Difference::deletesData).count();
        return plan.differences().size() + " to do: weir storage apply"
                + (deleting > 0 ? "; " + deleting + " of them delete metrics: --allow-delete" : "");
    }

    private void say(Object line) {
        PrintWriter out = command.commandLine().getOut();
        out.println(line);
        out.flush();
    }
}
