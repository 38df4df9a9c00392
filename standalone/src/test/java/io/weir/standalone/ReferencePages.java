package io.weir.standalone;

import io.weir.contract.config.Declaration;
import io.weir.contract.config.YamlSection;
import io.weir.contract.config.YamlSource;
import io.weir.contract.topic.ServiceRights;
import io.weir.contract.topic.Topics;
import io.weir.writer.store.StoreAbilities;
import io.weir.writer.store.TargetKind;
import io.weir.writer.stores.Stores;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/**
 * Generates Markdown from the code: every setting, found by reading an empty file, and every
 * command.
 */
final class ReferencePages {
    private static final String KAFKA = "kafka.";
    private static final YamlSource EMPTY = YamlSource.text("", "");
    private static final int USAGE_WIDTH = 110;

    private ReferencePages() {}

    /** All keys of a file of {@code weir up}. */
    static Collection<Declaration> keysOfUp() {
        return keys(Settings.withVariables(EMPTY, Map.of()), root -> Settings.all(ServiceKinds.ALL, root));
    }

    /** All keys of a file of a service that runs alone. */
    static Collection<Declaration> keysOf(ServiceKind kind) {
        return keys(Settings.withVariables(EMPTY, kind, Map.of()), root -> Settings.one(kind, root));
    }

    private static Collection<Declaration> keys(YamlSource source, Consumer<YamlSection> read) {
        return source.read(root -> {
            read.accept(root);
            return root.declarations();
        });
    }

    /** The tables of {@code docs/configuration.md}. */
    static String settings() {
        StringBuilder page = new StringBuilder();
        heading(page, "kafka", "The Kafka of all services.");
        table(page, keysOf(ServiceKinds.GATEWAY), key -> key.path().startsWith(KAFKA));
        heading(page, "meters", "For `up`. A service in its own process has a port of its own, listed in its section.");
        table(page, keysOfUp(), key -> key.path().startsWith("meters."));
        for (ServiceKind kind : ServiceKinds.ALL) {
            heading(page, kind.name(), kind.about());
            table(page, keysOf(kind), key -> !key.path().startsWith(KAFKA));
        }
        return page.toString();
    }

    /** The usage texts of {@code docs/commands.md}. */
    static String commands() {
        StringBuilder page = new StringBuilder();
        usage(page, Weir.commandLine());
        return page.toString();
    }

    /** The tables of {@code docs/security.md}. */
    static String rights() {
        StringBuilder page = new StringBuilder();
        Topics topics = new Topics("");
        for (String service : ServiceRights.SERVICES) {
            ServiceRights rights = service.equals("phoebus")
                    ? ServiceRights.phoebus("Accelerator", topics)
                    : ServiceRights.of(service, topics);
            page.append("\n### ").append(service).append("\n\n| operations | resource |\n|---|---|\n");
            rights.rights().forEach(right -> row(page, List.of(right.verbs(), code(right.resource()))));
        }
        return page.toString();
    }

    /** The table of {@code docs/operations.md}. */
    static String meters() {
        StringBuilder page = new StringBuilder("\n| meter | meaning |\n|---|---|\n");
        DeclaredMeters.read().forEach((name, about) -> row(page, List.of(code(name), plain(about))));
        return page.toString();
    }

    /** The table of {@code docs/storage.md}. */
    static String stores() {
        StringBuilder page = new StringBuilder();
        List<StoreAbilities> stores =
                Stores.ALL.stream().map(TargetKind::abilities).toList();
        page.append("\n|  |");
        stores.forEach(each -> page.append(' ').append(each.store()).append(" |"));
        page.append("\n|---|").append("---|".repeat(stores.size())).append('\n');
        ability(page, stores, "float", each -> each.types().floats().words());
        ability(page, stores, "integer", each -> each.types().integers().words());
        ability(page, stores, "unsigned integer", each -> each.types()
                .unsigned()
                .words());
        ability(page, stores, "boolean", each -> each.types().booleans().words());
        ability(page, stores, "text", each -> each.types().texts().words());
        ability(page, stores, "longest text", ReferencePages::longestText);
        ability(page, stores, "array of numbers", each -> each.arrays().words());
        ability(
                page,
                stores,
                "columns of a measurement",
                each -> each.mostColumns() == 0 ? "any number" : "at most " + each.mostColumns());
        ability(
                page,
                stores,
                "resolution of time",
                each -> each.resolution().toNanos() == 1
                        ? "1 ns"
                        : each.resolution().toMillis() + " ms");
        ability(page, stores, "a repeated line", each -> each.repeat().words());
        ability(page, stores, "tiers", each -> each.tiers().words());
        ability(page, stores, "deletes", each -> each.deletion().words());
        ability(page, stores, "queries in", each -> each.query().words());
        return page.toString();
    }

    private static String longestText(StoreAbilities store) {
        return store.longestText() == 0 ? "–" : "at least " + store.longestText() / 1024 + " KiB";
    }

    private static void ability(
            StringBuilder page, List<StoreAbilities> stores, String name, Function<StoreAbilities, String> words) {
        row(
                page,
                Stream.concat(Stream.of(name), stores.stream().map(words).map(ReferencePages::plain))
                        .toList());
    }

    private static void usage(StringBuilder page, CommandLine command) {
        if (command.getCommandSpec().usageMessage().hidden()) {
            return;
        }
        heading(page, command.getCommandSpec().qualifiedName(), "```text");
        command.setUsageHelpWidth(USAGE_WIDTH).getUsageMessage(Ansi.OFF).lines().forEach(line -> page.append(
                        line.stripTrailing())
                .append('\n'));
        page.append("```\n");
        // A set, because an alias leads to the same command again.
        new LinkedHashSet<>(command.getSubcommands().values()).forEach(each -> usage(page, each));
    }

    private static void heading(StringBuilder page, String name, String about) {
        page.append("\n## ").append(name).append("\n\n").append(about).append('\n');
    }

    private static void table(StringBuilder page, Collection<Declaration> keys, Predicate<Declaration> shown) {
        page.append("\n| key | meaning | value | default | variable |\n|---|---|---|---|---|\n");
        keys.stream()
                .filter(shown)
                .forEach(key -> row(
                        page,
                        List.of(
                                code(key.path()),
                                plain(key.about()),
                                plain(key.type()),
                                plain(key.fallback()),
                                code(key.variable()))));
    }

    private static void row(StringBuilder page, List<String> cells) {
        page.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }

    private static String code(String text) {
        return text.isEmpty() ? "" : "`" + text + "`";
    }

    private static String plain(String text) {
        return text.replaceAll("[\\\\|*_<`]", "\\\\$0");
    }
}
