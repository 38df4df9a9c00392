package io.weir.writer;

import io.weir.contract.config.NamedFile;
import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSection;
import io.weir.writer.store.StoreAbilities.Kept;
import io.weir.writer.store.StoreUrl;
import io.weir.writer.store.Texts;
import io.weir.writer.stores.StoreCatalog;
import io.weir.writer.stores.Stores;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Settings of one store for metrics.
 *
 * @param name name of the target, which determines its consumer group
 * @param store destination of metrics without a route
 * @param token the store's password or token; from the environment or a file, never from the
 *     configuration itself
 * @param routes the first match decides
 * @param typeChanges the first match decides about a field whose type changes
 * @param texts what happens to texts, if the store has numbers only
 * @param annotations the measurement for transitions of alarms; empty to store none
 * @param refused the measurement for refused lines; empty to store none
 * @param limits sizes of writes
 */
public record TargetConfig(
        String name,
        StoreUrl store,
        Optional<String> token,
        List<Route> routes,
        List<TypeChange> typeChanges,
        Texts texts,
        Optional<String> annotations,
        Optional<String> refused,
        WriteLimits limits) {
    /** The name of the target that the writer's own settings describe. */
    public static final String MAIN = "main";

    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,39}");

    /** Copies the lists. */
    public TargetConfig {
        routes = List.copyOf(routes);
        typeChanges = List.copyOf(typeChanges);
    }

    /** The embedded store, with the token of the environment if there is one. */
    static TargetConfig defaults() {
        return new TargetConfig(
                MAIN,
                StoreCatalog.BUILT_IN.parse(Stores.EMBEDDED),
                Optional.ofNullable(System.getenv(WriterConfig.TOKEN)),
                List.of(),
                List.of(),
                Texts.SKIP,
                Optional.empty(),
                Optional.empty(),
                WriteLimits.DEFAULTS);
    }

    /** The main target, in one of these stores. */
    static TargetConfig read(YamlSection section, StoreCatalog stores) {
        StoreUrl embedded = StoreCatalog.BUILT_IN.parse(Stores.EMBEDDED);
        StoreUrl store = section.value("store", embedded, stores::parse, "the store for metrics; " + Stores.FORMS)
                .or(embedded, Stores.EMBEDDED);
        return read(MAIN, store, WriterConfig.TOKEN, section);
    }

    /** A further target, in one of these stores. */
    static TargetConfig read(String name, YamlSection section, StoreCatalog stores) {
        StoreUrl embedded = StoreCatalog.BUILT_IN.parse(Stores.EMBEDDED);
        StoreUrl store = section.value(
                        "store", embedded, stores::parse, "a further store for metrics; same form as the writer's")
                .required();
        TargetConfig read = read(
                name,
                store,
                WriterConfig.TOKEN + "_" + name.toUpperCase(Locale.ROOT).replace('-', '_'),
                section);
        if (!NAME.matcher(name).matches() || name.equals(MAIN)) {
            throw new Refusal(
                    Refusal.quote(name) + " is not a valid name of a further target",
                    "at most 40 of a-z, 0-9 and dashes, and not " + MAIN + ", which is the writer's own store");
        }
        return read;
    }

    private static TargetConfig read(String name, StoreUrl store, String variable, YamlSection section) {
        Optional<String> token = section.value(
                        "token-file",
                        "",
                        NamedFile::secret,
                        "a file with the store's password or token; else " + variable)
                .optional()
                .or(() -> Optional.ofNullable(System.getenv(variable)));
        List<Route> routes = section.sections(
                "routes", Route::read, "places of lines in the store; the first matching route applies");
        List<TypeChange> typeChanges = section.sections(
                "type-changes",
                TypeChange::read,
                "policies for fields whose type changes; the first matching policy applies");
        Optional<String> annotations = section.text(
                        "annotations", "the measurement that stores transitions of alarms, for Grafana's annotations")
                .optional();
        Optional<String> refused = section.text(
                        "refused", "the measurement that stores refused lines, to search for them")
                .optional();
        Texts texts = texts(store, section);
        boolean skipsTexts = Stores.abilities(store).types().texts() == Kept.SKIPPED && texts == Texts.SKIP;
        if (annotations.isPresent() && skipsTexts) {
            section.refuse(
                    "annotations",
                    "are texts, which " + store.text() + " does not store",
                    "remove them, or set texts: info");
        }
        if (refused.isPresent() && Stores.abilities(store).types().texts() == Kept.SKIPPED) {
            section.refuse("refused", "are texts, which " + store.text() + " does not store", "remove it");
        }
        return new TargetConfig(
                name, store, token, routes, typeChanges, texts, annotations, refused, WriteLimits.read(section));
    }

    private static Texts texts(StoreUrl store, YamlSection section) {
        Texts texts = section.choice(
                        "texts",
                        Texts.class,
                        "texts in a store of numbers: skip and count them, or info: a series per text, with the"
                                + " text as a label and the value 1")
                .or(Texts.SKIP);
        if (section.has("texts")
                && section.has("store")
                && Stores.abilities(store).types().texts() != Kept.SKIPPED) {
            section.refuse("texts", "has no effect on " + store.text() + ", which stores texts", "remove it");
        }
        return texts;
    }

    /** The same with another store and its token. */
    TargetConfig withStore(StoreUrl other, Optional<String> itsToken) {
        return new TargetConfig(name, other, itsToken, routes, typeChanges, texts, annotations, refused, limits);
    }

    /**
     * Limits of writes.
     *
     * @param lines number of lines at which a batch is full
     * @param bytes number of bytes at which a batch is full
     * @param inFlight maximum number of batches written in parallel
     * @param timeout maximum time without an answer
     */
    public record WriteLimits(int lines, int bytes, int inFlight, Duration timeout) {
        static final WriteLimits DEFAULTS = new WriteLimits(10_000, 4 << 20, 4, Duration.ofSeconds(30));

        private static WriteLimits read(YamlSection section) {
            YamlSection batch = section.section("batch");
            return new WriteLimits(
                    batch.integer("lines", 1, 1_000_000, "number of lines at which a batch is written")
                            .or(DEFAULTS.lines),
                    batch.integer("bytes", 1, 64 << 20, "number of bytes at which a batch is written")
                            .or(DEFAULTS.bytes),
                    section.integer(
                                    "in-flight",
                                    1,
                                    16,
                                    "maximum number of batches in flight, if the store keeps up; QuestDB: 1")
                            .or(DEFAULTS.inFlight),
                    section.duration(
                                    "timeout",
                                    Duration.ofMillis(100),
                                    "maximum wait for the store's answer; then the write is repeated with fewer lines")
                            .or(DEFAULTS.timeout));
        }
    }

    /** Omits the password, because records print all components. */
    @Override
    public String toString() {
        return "TargetConfig[name=" + name + ", store=" + store.text() + ", routes=" + routes + ", typeChanges="
                + typeChanges + ", texts=" + texts + ", annotations=" + annotations + ", refused=" + refused
                + ", limits=" + limits + "]";
    }
}
