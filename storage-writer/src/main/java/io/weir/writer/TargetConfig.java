package io.weir.writer;

import io.weir.contract.yaml.NamedFile;
import io.weir.contract.yaml.Refusal;
import io.weir.contract.yaml.YamlSection;
import io.weir.writer.store.StoreUrl;
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
 * @param annotations the measurement for transitions of alarms; empty to store none
 * @param load sizes of writes
 */
public record TargetConfig(
        String name,
        StoreUrl store,
        Optional<String> token,
        List<Route> routes,
        List<TypeChange> typeChanges,
        Optional<String> annotations,
        LoadLimits load) {
    /** The name of the target that the writer's own settings describe. */
    public static final String MAIN = "main";

    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,39}");

    /** Copies the lists. */
    public TargetConfig {
        routes = List.copyOf(routes);
        typeChanges = List.copyOf(typeChanges);
    }

    /** The embedded store, without password. */
    static TargetConfig defaults() {
        return new TargetConfig(
                MAIN,
                StoreUrl.parse(StoreUrl.EMBEDDED),
                Optional.ofNullable(System.getenv(WriterConfig.TOKEN)),
                List.of(),
                List.of(),
                Optional.empty(),
                LoadLimits.DEFAULTS);
    }

    /** The main target. */
    static TargetConfig read(YamlSection section) {
        StoreUrl embedded = StoreUrl.parse(StoreUrl.EMBEDDED);
        StoreUrl store = section.value("store", embedded, StoreUrl::parse, "where metrics are kept; " + StoreUrl.FORMS)
                .or(embedded, StoreUrl.EMBEDDED);
        return read(MAIN, store, WriterConfig.TOKEN, section);
    }

    /** A further target. */
    static TargetConfig read(String name, YamlSection section) {
        StoreUrl embedded = StoreUrl.parse(StoreUrl.EMBEDDED);
        StoreUrl store = section.value(
                        "store", embedded, StoreUrl::parse, "where metrics are kept too; as store of the writer")
                .required();
        TargetConfig read = read(
                name,
                store,
                WriterConfig.TOKEN + "_" + name.toUpperCase(Locale.ROOT).replace('-', '_'),
                section);
        if (!NAME.matcher(name).matches() || name.equals(MAIN)) {
            throw new Refusal(
                    Refusal.quote(name) + " is no name of a further target",
                    "a-z, 0-9 and dashes, at most 40, and not " + MAIN + ", which is the writer's own store");
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
                "routes", Route::read, "which lines go where in the store; the first that matches holds");
        List<TypeChange> typeChanges = section.sections(
                "type-changes",
                TypeChange::read,
                "what to do with fields whose type changes; the first that matches holds");
        Optional<String> annotations = section.text(
                        "annotations", "the measurement to keep transitions of alarms in, for Grafana's annotations")
                .optional();
        return new TargetConfig(name, store, token, routes, typeChanges, annotations, LoadLimits.read(section));
    }

    /** The same with another store and its token. */
    TargetConfig withStore(StoreUrl other, Optional<String> itsToken) {
        return new TargetConfig(name, other, itsToken, routes, typeChanges, annotations, load);
    }

    /** Sizes of writes. */
    public record LoadLimits(int lines, int bytes, int inFlight, Duration timeout) {
        static final LoadLimits DEFAULTS = new LoadLimits(10_000, 4 << 20, 4, Duration.ofSeconds(30));

        private static LoadLimits read(YamlSection section) {
            return new LoadLimits(
                    section.integer("body-lines", 1, 1_000_000, "from this many lines on a body is written")
                            .or(DEFAULTS.lines),
                    section.integer("body-bytes", 1, 64 << 20, "from this many bytes on a body is written")
                            .or(DEFAULTS.bytes),
                    section.integer(
                                    "in-flight",
                                    1,
                                    16,
                                    "at most so many bodies are under way at once, if the store keeps up; QuestDB: one")
                            .or(DEFAULTS.inFlight),
                    section.duration(
                                    "timeout",
                                    Duration.ofMillis(100),
                                    "a store that says nothing for so long is asked again, with fewer lines")
                            .or(DEFAULTS.timeout));
        }
    }

    /** Omits the password, because records print all components. */
    @Override
    public String toString() {
        return "TargetConfig[name=" + name + ", store=" + store.text() + ", routes=" + routes + ", typeChanges="
                + typeChanges + ", annotations=" + annotations + ", load=" + load + "]";
    }
}
