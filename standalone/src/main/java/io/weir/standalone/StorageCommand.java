package io.weir.standalone;

import io.weir.contract.config.Refusal;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.rule.storage.StorageRules;
import io.weir.contract.service.StartException;
import io.weir.standalone.option.StoreOption;
import io.weir.standalone.option.WriterVariables;
import io.weir.standalone.rules.ActiveRules;
import io.weir.standalone.topic.KafkaOptions;
import io.weir.writer.store.StoreUrl;
import io.weir.writer.stores.Stores;
import io.weir.writer.tier.ApplyListener;
import io.weir.writer.tier.Difference;
import io.weir.writer.tier.TierKeeper;
import io.weir.writer.tier.TierPlan;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code weir storage}: retention and downsampling in the store, as the rules declare them. */
@Command(
        name = "storage",
        description =
                "Compares the store's retention and downsampling with the rules, and changes the" + " store to match.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
final class StorageCommand {
    private static final int DIFFERS = 3;
    private static final String NO_TIERS =
            "the rules declare no tiers, so the store stays unchanged: declare tiers under"
                    + " storage (docs/storage.md), or name other rules with --rules FILE";
    private static final Duration SAY_EVERY = Duration.ofSeconds(5);

    @Spec
    private CommandSpec command = CommandSpec.create();

    /** The options that select the store and the rules. */
    static final class Choice {
        @Option(
                names = "--store",
                paramLabel = "URL",
                description = "The store, such as influxdb1://HOST/DATABASE (default: WEIR_WRITER_STORE).")
        private Optional<String> store = Optional.empty();

        @Mixin
        private StoreOption stores = new StoreOption();

        @Option(names = "--rules", paramLabel = "FILE", description = "The rule file (default: the published rules).")
        private Optional<Path> file = Optional.empty();

        @Mixin
        private KafkaOptions kafka = new KafkaOptions();

        private TierKeeper keeper(StoreUrl url) {
            try {
                return TierKeeper.of(url, WriterVariables.token());
            } catch (Refusal e) {
                throw new StartException("--store " + e.getMessage());
            }
        }

        private StoreUrl url() {
            String address = store.or(WriterVariables::store).orElse(Stores.EMBEDDED);
            return StoreOption.parse(stores.stores(), "--store", address);
        }

        private StorageRules rules() {
            return file.map(RuleLoader::load)
                    .orElseGet(() -> ActiveRules.of(kafka.settings()))
                    .storage();
        }
    }

    @Command(
            name = "plan",
            description = "Shows the differences between the store and the rules, whether the rules are new or"
                    + " somebody changed the store manually: what apply would create (+), change (~) and"
                    + " delete (-). For a store without tiers, shows those that processing computes. Exit code 0"
                    + " without differences, or if the rules declare no tiers; 3 with some.",
            mixinStandardHelpOptions = true)
    int plan(@Mixin Choice choice) {
        StoreUrl url = choice.url();
        StorageRules rules = choice.rules();
        if (rules.tiers().isEmpty()) {
            // No difference, whatever the store is: also one that has no tiers.
            say(NO_TIERS);
            return CommandLine.ExitCode.OK;
        }
        ProcessedTiersText.of(rules, TierKeeper.isPossible(url)).forEach(this::say);
        if (isProcessed(url, rules)) {
            return CommandLine.ExitCode.OK;
        }
        TierKeeper keeper = choice.keeper(url);
        try {
            TierPlan plan = keeper.plan(rules);
            plan.differences().forEach(this::say);
            say(plan.differences().isEmpty() ? "the store matches the rules" : counted(plan));
            return plan.differences().isEmpty() ? CommandLine.ExitCode.OK : DIFFERS;
        } catch (IOException e) {
            throw new StartException("cannot compare the store with the rules: " + e.getMessage(), e);
        }
    }

    @Command(
            name = "apply",
            description = "Makes the changes that plan shows; may be repeated. A new tier is computed from all"
                    + " raw metrics. Exit code 0 if the store then matches the rules, 3 if changes remain"
                    + " that would delete metrics, or change the length of windows.",
            mixinStandardHelpOptions = true)
    int apply(
            @Mixin Choice choice,
            @Option(
                            names = "--allow-delete",
                            description =
                                    "Also makes changes that delete metrics: removed tiers, and shorter retention.")
                    boolean allowsDelete) {
        StoreUrl url = choice.url();
        StorageRules rules = choice.rules();
        if (rules.tiers().isEmpty()) {
            throw new StartException(NO_TIERS);
        }
        if (isProcessed(url, rules)) {
            ProcessedTiersText.of(rules, false).forEach(this::say);
            return CommandLine.ExitCode.OK;
        }
        TierKeeper keeper = choice.keeper(url);
        try {
            TierPlan plan = keeper.plan(rules);
            keeper.apply(plan, rules, allowsDelete, new ProgressPrinter());
            return left(plan, allowsDelete);
        } catch (IOException e) {
            throw new StartException("not all changes were made; repeat apply for the rest: " + e.getMessage(), e);
        }
    }

    /** Whether the store has only those tiers that processing computes. */
    private static boolean isProcessed(StoreUrl url, StorageRules rules) {
        return rules.processed().isPresent() && !TierKeeper.isPossible(url);
    }

    /** Prints which changes remain, and returns the exit code. */
    private int left(TierPlan plan, boolean allowsDelete) {
        long windows =
                plan.differences().stream().filter(Difference::changesWindows).count();
        long deletions = plan.differences().stream()
                .filter(each -> !allowsDelete && each.deletesData() && !each.changesWindows())
                .count();
        if (windows > 0) {
            say("changes of the length of windows remain: " + windows + "; give the tiers that plan shows other names");
        }
        if (deletions > 0) {
            say("changes that would delete metrics remain: " + deletions
                    + "; plan shows them, --allow-delete makes them");
        }
        if (windows + deletions > 0) {
            return DIFFERS;
        }
        say("the store matches the rules");
        return CommandLine.ExitCode.OK;
    }

    /**
     * Prints each change, and the progress every few seconds: computing a tier from years of
     * metrics takes hours.
     */
    private final class ProgressPrinter implements ApplyListener {
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
        List<Difference> possible = plan.differences().stream()
                .filter(each -> !each.changesWindows())
                .toList();
        int windows = plan.differences().size() - possible.size();
        long deleting = possible.stream().filter(Difference::deletesData).count();
        return possible.size() + " to apply: weir storage apply"
                + (deleting > 0 ? "; " + deleting + " of them would delete metrics: add --allow-delete" : "")
                + (windows > 0 ? "; " + windows + " of windows' length: give these tiers other names" : "");
    }

    private void say(Object line) {
        PrintWriter out = command.commandLine().getOut();
        out.println(line);
        out.flush();
    }
}
