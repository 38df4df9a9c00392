package io.weir.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.weir.standalone.ComposeFile.Started;
import io.weir.writer.WriterConfig;
import io.weir.writer.stores.StoreCatalog;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.utils.AppInfoParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code docker/compose.yaml} uses only commands, settings and ports that exist in the code. */
class ComposeTest {
    private final ComposeFile compose = ComposeFile.read("compose.yaml", Map.of());

    @Test
    void startsEveryServiceByItsCommand() {
        for (ServiceKind kind : ServiceKinds.ALL) {
            assertThat(compose.service(kind.name()).command()).containsExactly(kind.name());
        }
    }

    @Test
    void startsOnlyWhatIsACommand() {
        Set<String> commands = Weir.commandLine().getSubcommands().keySet();

        assertThat(compose.ofWeir())
                .isNotEmpty()
                .allSatisfy(service -> assertThat(service.command().get(0)).isIn(commands));
    }

    @Test
    void setsOnlyWhatTheServiceAsksFor() {
        for (ServiceKind kind : ServiceKinds.ALL) {
            checkSettings(kind, compose.service(kind.name()));
        }
    }

    @Test
    void letsTheServicesFollowTheRulesThatItPublishes() {
        assertThat(compose.service("rules").command()).containsExactly("rules", "apply", "/etc/weir/rules.yaml");
        assertThat(compose.service("rules").volumes()).anyMatch(volume -> volume.endsWith(":/etc/weir/rules.yaml:ro"));
        assertThat(compose.ofWeir())
                .allSatisfy(service ->
                        assertThat(service.environment().keySet()).noneMatch(name -> name.endsWith("_RULES")));
    }

    @Test
    void publishesMetersWhereTheServiceServesThem() {
        for (ServiceKind kind : ServiceKinds.ALL) {
            checkMeters(kind, compose.service(kind.name()));
        }
    }

    @Test
    void everyImageMayComeFromElsewhere() {
        assertThat(compose.services().values())
                .allSatisfy(service -> assertThat(service.image()).matches("\\$\\{[A-Z0-9_]+_IMAGE:-.+}"));
    }

    @Test
    void startsTheKafkaThatTheClientsAreOf() {
        assertThat(compose.service("kafka").image()).endsWith(":" + AppInfoParser.getVersion() + "}");
    }

    @ParameterizedTest
    @ValueSource(strings = {".env", "influxdb1.env"})
    void startsTheStoreThatTheWriterWritesTo(String file) {
        Map<String, String> chosen = ComposeFile.variables(file);
        String store = Optional.ofNullable(chosen.get("WEIR_WRITER_STORE"))
                .orElse(compose.service("writer").environment().getOrDefault("WEIR_WRITER_STORE", ""));

        String profile = chosen.getOrDefault("COMPOSE_PROFILES", "");
        assertThat(compose.service(profile).profiles()).containsExactly(profile);
        assertThat(StoreCatalog.BUILT_IN.parse(store).http()).isEqualTo("http://" + profile + ":8086");
        assertThat(store).startsWith(profile + "://");
    }

    static void checkSettings(ServiceKind kind, Started service) {
        assertThat(service.environment().keySet()).as(kind.name()).isNotEmpty().allSatisfy(name -> assertThat(name)
                .matches(kind.variables() + "_.+|WEIR_(KAFKA|METERS)_.+|" + WriterConfig.TOKEN));
        // It refuses unknown variables with its prefix, and invalid values.
        assertThatCode(() -> Settings.ofOne(kind, Optional.empty(), service.environment()))
                .as(kind.name())
                .doesNotThrowAnyException();
    }

    static void checkMeters(ServiceKind kind, Started service) {
        assertThat(service.ports()).as(kind.name()).anyMatch(port -> port.endsWith(":" + kind.metersPort()));
        assertThat(service.environment()).containsEntry("WEIR_METERS_HOST", "0.0.0.0");
    }
}
