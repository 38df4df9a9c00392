package io.weir.standalone;

import io.weir.contract.service.HttpSettings;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.Service;
import io.weir.contract.yaml.YamlSection;
import io.weir.contract.yaml.YamlSource;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a settings file and the environment say; read as a whole before anything starts.
 *
 * @param meters where meters and health are served
 * @param services what makes each service
 */
record Settings(KafkaSettings kafka, HttpSettings meters, Map<ServiceKind, Function<Surroundings, Service>> services) {

    private static final int UP_PORT = 9400;

    /** Keys of a service alone; in {@code up} an option decides for all, and silence about the key would mislead. */
    static final Map<String, String> OPTIONS_OF_UP =
            Map.of("bootstrap", "--bootstrap", "store", "--store", "state-directory", "--data");

    /** Those of one service: its keys at the top, beside {@code kafka} and {@code meters}. */
    static Settings ofOne(ServiceKind kind, Optional<Path> file, Map<String, String> environment) {
        return source(file).withEnvironment(kind.variables(), environment).read(root -> one(kind, root));
    }

    /** Those of all services: a section for each, beside {@code kafka} and {@code meters}, which they share. */
    static Settings ofAll(List<ServiceKind> kinds, Optional<Path> file, Map<String, String> environment) {
        return source(file)
                .withEnvironment("WEIR", ofSections(kinds, environment))
                .read(root -> all(kinds, root));
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

    /** Without variables such as WEIR_STORE_TOKEN and WEIR_JAVA_OPTS, which are none of a section. */
    private static Map<String, String> ofSections(List<ServiceKind> kinds, Map<String, String> environment) {
        List<String> prefixes = Stream.concat(
                        Stream.of("WEIR_KAFKA_", "WEIR_METERS_"), kinds.stream().map(kind -> kind.variables() + "_"))
                .toList();
        return environment.entrySet().stream()
                .filter(variable -> prefixes.stream().anyMatch(variable.getKey()::startsWith))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** The file, or one that says nothing. */
    static YamlSource source(Optional<Path> file) {
        return file.map(YamlSource::file).orElseGet(() -> YamlSource.text("settings", ""));
    }
}
