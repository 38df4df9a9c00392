package io.weir.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.weir.writer.WriterConfig;
import io.weir.writer.store.StoreUrl;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.kafka.common.utils.AppInfoParser;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** {@code docker/compose.yaml} speaks of commands, settings and ports that the code has. */
class ComposeTest {
    private static final Path FILE = Path.of("..", "docker", "compose.yaml");

    /** A variable of whoever calls compose, and what holds without it. */
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{\\w+:-([^}]*)}");

    private final Map<String, Started> services = new LinkedHashMap<>();

    /** A service of the file, as far as it concerns us. */
    private record Started(
            String image,
            List<String> command,
            List<String> profiles,
            List<String> ports,
            Map<String, String> environment) {}

    ComposeTest() throws IOException {
        Object compose = new Load(LoadSettings.builder().build()).loadFromString(Files.readString(FILE));
        mapping(mapping(compose).get("services"))
                .forEach((name, service) -> services.put(name, started(mapping(service))));
    }

    @Test
    void startsEveryServiceByItsCommand() {
        for (ServiceKind kind : ServiceKinds.ALL) {
            assertThat(service(kind.name()).command).containsExactly(kind.name());
        }
    }

    @Test
    void startsOnlyWhatIsACommand() {
        Set<String> commands = Weir.commandLine().getSubcommands().keySet();

        assertThat(services.values())
                .filteredOn(service -> service.image.startsWith("${WEIR_IMAGE"))
                .isNotEmpty()
                .allSatisfy(service -> assertThat(service.command.get(0)).isIn(commands));
    }

    @Test
    void setsOnlyWhatTheServiceAsksFor() {
        for (ServiceKind kind : ServiceKinds.ALL) {
            Map<String, String> variables = service(kind.name()).environment;

            assertThat(variables.keySet()).as(kind.name()).isNotEmpty().allSatisfy(name -> assertThat(name)
                    .matches(kind.variables() + "_.+|WEIR_(KAFKA|METERS)_.+|" + WriterConfig.TOKEN));
            // Of its prefix, it refuses what it does not know, and any value that does not do.
            assertThatCode(() -> Settings.ofOne(kind, Optional.empty(), variables))
                    .as(kind.name())
                    .doesNotThrowAnyException();
        }
    }

    @Test
    void publishesMetersWhereTheServiceServesThem() {
        for (ServiceKind kind : ServiceKinds.ALL) {
            Started service = service(kind.name());
            assertThat(service.ports).as(kind.name()).anyMatch(port -> port.endsWith(":" + kind.metersPort()));
            assertThat(service.environment).containsEntry("WEIR_METERS_HOST", "0.0.0.0");
        }
    }

    @Test
    void everyImageMayComeFromElsewhere() {
        assertThat(services.values())
                .allSatisfy(service -> assertThat(service.image).matches("\\$\\{[A-Z0-9_]+_IMAGE:-.+}"));
    }

    @Test
    void startsTheKafkaThatTheClientsAreOf() {
        assertThat(service("kafka").image).endsWith(":" + AppInfoParser.getVersion() + "}");
    }

    @ParameterizedTest
    @ValueSource(strings = {".env", "influxdb1.env"})
    void startsTheStoreThatTheWriterWritesTo(String file) throws IOException {
        Properties chosen = new Properties();
        chosen.load(new StringReader(Files.readString(FILE.resolveSibling(file))));
        String store = chosen.getProperty(
                "WEIR_WRITER_STORE", service("writer").environment.getOrDefault("WEIR_WRITER_STORE", ""));

        String profile = chosen.getProperty("COMPOSE_PROFILES", "");
        assertThat(service(profile).profiles).containsExactly(profile);
        assertThat(StoreUrl.parse(store).http()).isEqualTo("http://" + profile + ":8086");
        assertThat(store).startsWith(profile + "://");
    }

    private Started service(String name) {
        return Objects.requireNonNull(services.get(name), name + " is not in compose.yaml");
    }

    /** With what it takes over by {@code <<}, and variables as they are when the caller sets none. */
    private static Started started(Map<String, Object> own) {
        Map<String, Object> all = new LinkedHashMap<>(mapping(own.getOrDefault("<<", Map.of())));
        all.putAll(own);
        Map<String, String> environment = new LinkedHashMap<>();
        mapping(all.getOrDefault("environment", Map.of()))
                .forEach((name, value) ->
                        environment.put(name, VARIABLE.matcher(value.toString()).replaceAll("$1")));
        return new Started(
                texts(all.get("image")).get(0),
                texts(all.get("command")),
                texts(all.get("profiles")),
                texts(all.get("ports")),
                environment);
    }

    private static List<String> texts(@Nullable Object value) {
        if (value instanceof List<?> list) {
            return list.stream().map(String::valueOf).toList();
        }
        return value == null ? List.of() : List.of(value.toString());
    }

    private static Map<String, Object> mapping(@Nullable Object value) {
        Map<String, Object> mapping = new LinkedHashMap<>();
        assertThat(value).isInstanceOf(Map.class);
        ((Map<?, ?>) Objects.requireNonNull(value))
                .forEach((key, each) -> mapping.put(key.toString(), each == null ? "" : each));
        return mapping;
    }
}
