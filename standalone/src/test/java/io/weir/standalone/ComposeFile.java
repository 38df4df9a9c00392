package io.weir.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * The services that a file of {@code docker/} starts. Parses as much of compose's format as the
 * tests need.
 *
 * @param services by name, each with the definitions that it inherits by {@code <<} and
 * {@code extends}
 */
record ComposeFile(Map<String, Started> services) {
    private static final Path FOLDER = Path.of("..", "docker");

    /** A variable of the user of compose, and its default. */
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+):-([^}]*)}");

    /**
     * A service of the file.
     *
     * @param image with its variable, unresolved
     * @param environment with resolved values
     */
    record Started(
            String image,
            List<String> command,
            List<String> profiles,
            List<String> ports,
            List<String> volumes,
            Map<String, String> environment) {

        /** A variable that must be set. */
        String variable(String name) {
            return Objects.requireNonNull(environment.get(name), name + " is not set");
        }
    }

    /**
     * Reads a file.
     *
     * @param variables of the user of compose
     */
    static ComposeFile read(String file, Map<String, String> variables) {
        return of(definitions(file), variables);
    }

    /** Reads a file on top of another, as if both were named in {@code COMPOSE_FILE}. */
    static ComposeFile read(String file, String onTop, Map<String, String> variables) {
        Map<String, Map<String, Object>> all = definitions(file);
        definitions(onTop)
                .forEach((name, own) ->
                        all.merge(name, own, (first, second) -> put(new LinkedHashMap<>(first), second)));
        return of(all, variables);
    }

    /** The variables that a file for {@code --env-file} sets. */
    static Map<String, String> variables(String file) {
        Properties properties = new Properties();
        try {
            properties.load(new StringReader(text(file)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Map<String, String> variables = new LinkedHashMap<>();
        properties.stringPropertyNames().forEach(name -> variables.put(name, properties.getProperty(name)));
        return variables;
    }

    Started service(String name) {
        return Objects.requireNonNull(services.get(name), name + " is not started");
    }

    /** The services whose image is Weir's. */
    List<Started> ofWeir() {
        return services.values().stream()
                .filter(service -> service.image.startsWith("${WEIR_IMAGE"))
                .toList();
    }

    private static Map<String, Map<String, Object>> definitions(String file) {
        // The tag means that a list replaces the inherited one instead of extending it; this parser
        // always replaces.
        String yaml = text(file).replace("!override", "");
        Object compose = new Load(LoadSettings.builder().build()).loadFromString(yaml);
        Map<String, Map<String, Object>> services = new LinkedHashMap<>();
        mapping(mapping(compose).get("services")).forEach((name, service) -> services.put(name, whole(service)));
        return services;
    }

    /** The definition with everything that it inherits by {@code extends}. */
    private static Map<String, Object> whole(Object service) {
        Map<String, Object> own = mapping(service);
        Object extended = own.remove("extends");
        if (extended == null) {
            return own;
        }
        Map<String, Object> from = mapping(extended);
        String file = String.valueOf(from.get("file"));
        return put(Objects.requireNonNull(definitions(file).get(String.valueOf(from.get("service")))), own);
    }

    /** Merges mappings, replaces all other values. */
    private static Map<String, Object> put(Map<String, Object> all, Map<String, Object> own) {
        own.forEach((key, value) -> all.merge(
                key,
                value,
                (former, latter) -> latter instanceof Map ? put(mapping(former), mapping(latter)) : latter));
        return all;
    }

    private static ComposeFile of(Map<String, Map<String, Object>> definitions, Map<String, String> variables) {
        Map<String, Started> services = new LinkedHashMap<>();
        definitions.forEach((name, service) -> services.put(name, started(service, variables)));
        return new ComposeFile(services);
    }

    private static Started started(Map<String, Object> service, Map<String, String> variables) {
        Map<String, String> environment = new LinkedHashMap<>();
        mapping(service.getOrDefault("environment", Map.of()))
                .forEach((name, value) -> environment.put(name, set(value.toString(), variables)));
        return new Started(
                texts(service.get("image")).get(0),
                texts(service.get("command")),
                texts(service.get("profiles")),
                texts(service.get("ports")),
                texts(service.get("volumes")),
                environment);
    }

    private static String set(String text, Map<String, String> variables) {
        return VARIABLE.matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement(variables.getOrDefault(found.group(1), found.group(2))));
    }

    private static List<String> texts(@Nullable Object value) {
        if (value instanceof List<?> list) {
            return list.stream().map(String::valueOf).toList();
        }
        return value == null ? List.of() : List.of(value.toString());
    }

    /** A copy of the mapping with everything that it inherits by {@code <<}. */
    private static Map<String, Object> mapping(@Nullable Object value) {
        assertThat(value).isInstanceOf(Map.class);
        Map<String, Object> own = new LinkedHashMap<>();
        ((Map<?, ?>) Objects.requireNonNull(value))
                .forEach((key, each) -> own.put(key.toString(), each == null ? "" : each));
        Object merged = own.remove("<<");
        if (merged == null) {
            return own;
        }
        Map<String, Object> all = mapping(merged);
        all.putAll(own);
        return all;
    }

    private static String text(String file) {
        try {
            return Files.readString(FOLDER.resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
