package io.weir.standalone;

import io.weir.contract.service.HttpSettings;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.Service;
import io.weir.contract.yaml.YamlSection;
import io.weir.contract.yaml.YamlSource;
import io.weir.dashboard.DashboardConfig;
import io.weir.notify.alertmanager.AlertmanagerConfig;
import io.weir.notify.webhook.WebhookConfig;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * What a settings file and the environment say; read as a whole before anything starts. A variable has the same name whether a
 * service runs alone or in {@code up}.
 *
 * @param meters where meters and health are served
 * @param services what makes each service
 */
record Settings(KafkaSettings kafka, HttpSettings meters, Map<ServiceKind, Function<Surroundings, Service>> services) {

    private static final int UP_PORT = 9400;
    private static final String PREFIX = "WEIR";
    /** The sections that are no service's own. */
    private static final Set<String> SHARED = Set.of("kafka", "meters");
    /** Variables of the prefix that are no keys: secrets, the JVM's, the log's. */
    private static final Set<String> NO_KEYS = Set.of(
            "WEIR_STORE_TOKEN",
            "WEIR_HTTP_TOKEN",
            KafkaSettings.PASSWORD,
            HttpSettings.TOKEN,
            DashboardConfig.TOKEN,
            AlertmanagerConfig.AUTHORIZATION,
            WebhookConfig.SECRET,
            "WEIR_JAVA_OPTS",
            "WEIR_LOG_LEVEL");

    private static final String OF_TESTS = "WEIR_TEST_";

    /** Keys of a service alone; in {@code up} an option decides for all, and silence about the key would mislead. */
    static final Map<String, String> OPTIONS_OF_UP =
            Map.of("bootstrap", "--bootstrap", "store", "--store", "state-directory", "--data");

    /** Those of one service: its keys at the top, beside {@code kafka} and {@code meters}. */
    static Settings ofOne(ServiceKind kind, Optional<Path> file, Map<String, String> environment) {
        return withVariables(source(file), kind, environment).read(root -> one(kind, root));
    }

    /** Those of all services: a section for each, beside {@code kafka} and {@code meters}, which they share. */
    static Settings ofAll(List<ServiceKind> kinds, Optional<Path> file, Map<String, String> environment) {
        return withVariables(source(file), environment).read(root -> all(kinds, root));
    }

    static Settings one(ServiceKind kind, YamlSection root) {
        return new Settings(
                KafkaSettings.read(root.section("kafka")),
                HttpSettings.read(root.section("meters"), kind.metersPort()),
                Map.of(kind, kind.settings().apply(root)));
    }

    static Settings all(List<ServiceKind> kinds, YamlSection root) {
        return new Settings(
                inUp(root.section("kafka"), KafkaSettings::read),
                HttpSettings.read(root.section("meters"), UP_PORT),
                sections(kinds, root));
    }

    private static Map<ServiceKind, Function<Surroundings, Service>> sections(
            List<ServiceKind> kinds, YamlSection root) {
        Map<ServiceKind, Function<Surroundings, Service>> services = new LinkedHashMap<>();
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

    /** For a document of {@code up}. What is left of the prefix has to be a key's, or is mistaken. */
    static YamlSource withVariables(YamlSource source, Map<String, String> environment) {
        return source.withEnvironment(PREFIX, keys(environment));
    }

    /** For a document of one service; those of others may be in the same environment. */
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

    /** The file, or one that says nothing. */
    static YamlSource source(Optional<Path> file) {
        return file.map(YamlSource::file).orElseGet(() -> YamlSource.text("settings", ""));
    }
}
