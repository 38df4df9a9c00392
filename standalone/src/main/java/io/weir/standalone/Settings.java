package io.weir.standalone;

import io.weir.contract.config.TrustedAuthorities;
import io.weir.contract.config.YamlSection;
import io.weir.contract.config.YamlSource;
import io.weir.contract.service.HttpSettings;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.Service;
import io.weir.dashboard.DashboardConfig;
import io.weir.dashboard.signin.OidcConfig;
import io.weir.notify.alertmanager.AlertmanagerConfig;
import io.weir.notify.webhook.WebhookConfig;
import io.weir.standalone.probe.out.OutputConfig;
import io.weir.writer.stores.StoreCatalog;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The content of a settings file and the environment, read completely before anything starts. A
 * variable has the same name whether a service runs alone or in {@code up}.
 *
 * @param meters the address of meters and health
 * @param services the factory of each service
 * @param authorities those of all files that the settings name
 */
record Settings(
        KafkaSettings kafka,
        HttpSettings meters,
        Map<ServiceKind, Function<ServiceContext, Service>> services,
        TrustedAuthorities authorities) {

    private static final int UP_PORT = 9400;
    private static final String PREFIX = "WEIR";
    /** Sections that do not belong to a single service. */
    private static final Set<String> SHARED = Set.of("kafka", "meters");
    /** Variables with the prefix that are not keys: secrets, JVM options, the log level. */
    private static final Set<String> NO_KEYS = Set.of(
            "WEIR_STORE_TOKEN",
            "WEIR_HTTP_TOKEN",
            "WEIR_AMQP_PASSWORD",
            "WEIR_STOMP_PASSWORD",
            "WEIR_MQTT_PASSWORD",
            KafkaSettings.PASSWORD,
            HttpSettings.TOKEN,
            OutputConfig.TOKEN,
            DashboardConfig.TOKEN,
            OidcConfig.SECRET,
            AlertmanagerConfig.AUTHORIZATION,
            WebhookConfig.SECRET,
            "WEIR_JAVA_OPTS",
            "WEIR_LOG_LEVEL");

    private static final String OF_TESTS = "WEIR_TEST_";

    /**
     * Keys that only a service alone may set. In {@code up} an option applies to all services, and
     * ignoring the key silently would mislead.
     */
    static final Map<String, String> OPTIONS_OF_UP =
            Map.of("bootstrap", "--bootstrap", "store", "--store", "state-directory", "--data");

    /**
     * The settings of one service: its keys at the top level, beside {@code kafka} and
     * {@code meters}.
     */
    static Settings ofOne(ServiceKind kind, Optional<Path> file, Map<String, String> environment) {
        return withVariables(source(file), kind, environment).read(root -> one(kind, root));
    }

    /**
     * The settings of all services: a section for each, beside the shared {@code kafka} and
     * {@code meters}.
     */
    static Settings ofAll(List<ServiceKind> kinds, Optional<Path> file, Map<String, String> environment) {
        return withVariables(source(file), environment).read(root -> all(kinds, root));
    }

    /** The stores that the writer knows. */
    StoreCatalog stores() {
        return services.values().stream()
                .filter(WriterFactory.class::isInstance)
                .map(WriterFactory.class::cast)
                .map(writer -> writer.config().stores())
                .findFirst()
                .orElse(StoreCatalog.BUILT_IN);
    }

    static Settings one(ServiceKind kind, YamlSection root) {
        return new Settings(
                KafkaSettings.read(root.section("kafka")),
                HttpSettings.read(root.section("meters"), kind.metersPort()),
                Map.of(kind, kind.settings().apply(root)),
                root.authorities());
    }

    static Settings all(List<ServiceKind> kinds, YamlSection root) {
        return new Settings(
                inUp(root.section("kafka"), KafkaSettings::read),
                HttpSettings.read(root.section("meters"), UP_PORT),
                sections(kinds, root),
                root.authorities());
    }

    private static Map<ServiceKind, Function<ServiceContext, Service>> sections(
            List<ServiceKind> kinds, YamlSection root) {
        Map<ServiceKind, Function<ServiceContext, Service>> services = new LinkedHashMap<>();
        kinds.forEach(kind -> services.put(kind, inUp(root.section(kind.name()), kind.settings())));
        return services;
    }

    private static <T> T inUp(YamlSection section, Function<YamlSection, T> read) {
        T settings = read.apply(section);
        OPTIONS_OF_UP.forEach((key, option) -> {
            if (section.has(key)) {
                section.refuse(key, "has no effect in weir up", "remove it here, and use " + option);
            }
        });
        return settings;
    }

    /**
     * For a document of {@code up}. Every remaining variable with the prefix must name a key; any
     * other is a mistake.
     */
    static YamlSource withVariables(YamlSource source, Map<String, String> environment) {
        return source.withEnvironment(PREFIX, keys(environment));
    }

    /**
     * For a document of one service. The same environment may contain variables of other services.
     */
    static YamlSource withVariables(YamlSource source, ServiceKind kind, Map<String, String> environment) {
        Map<String, String> variables = keys(environment);
        variables.keySet().removeIf(name -> ServiceKinds.ALL.stream()
                .anyMatch(other -> !other.equals(kind) && name.startsWith(other.variables() + "_")));
        return source.withEnvironment(PREFIX, path -> inUp(kind, path), variables);
    }

    private static String inUp(ServiceKind kind, String path) {
        return SHARED.contains(path.replaceFirst("\\..*", "")) ? path : kind.name() + "." + path;
    }

    private static Map<String, String> keys(Map<String, String> environment) {
        Map<String, String> variables = new TreeMap<>(environment);
        variables.keySet().removeIf(name -> NO_KEYS.contains(name) || name.startsWith(OF_TESTS));
        return variables;
    }

    /** The file, or an empty document. */
    static YamlSource source(Optional<Path> file) {
        return file.map(YamlSource::file).orElseGet(() -> YamlSource.text("settings", ""));
    }
}
