package io.weir.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.standalone.ComposeFile.Started;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code docker/compose.scale.yaml} starts three brokers, of which one may fail without loss, and a
 * second instance of each service.
 */
class ComposeScaleTest {
    private static final Map<String, String> CHOSEN = ComposeFile.variables("scale.env");

    private final ComposeFile compose = ComposeFile.read("compose.yaml", "compose.scale.yaml", CHOSEN);
    private final List<String> brokers = List.of("kafka", "kafka2", "kafka3");

    @Test
    void isChosenByItsVariables() {
        assertThat(CHOSEN).containsEntry("COMPOSE_FILE", "compose.yaml:compose.scale.yaml");
    }

    @Test
    void startsBrokersThatAreOneCluster() {
        assertThat(brokers.stream().map(name -> variable(name, "KAFKA_NODE_ID")))
                .containsExactly("1", "2", "3");
        assertThat(brokers.stream().map(name -> variable(name, "CLUSTER_ID")).distinct())
                .hasSize(1);
        for (String name : brokers) {
            assertThat(variable(name, "KAFKA_CONTROLLER_QUORUM_VOTERS"))
                    .isEqualTo("1@kafka:9093,2@kafka2:9093,3@kafka3:9093");
            assertThat(variable(name, "KAFKA_ADVERTISED_LISTENERS")).isEqualTo("PLAINTEXT://" + name + ":9092");
            assertThat(compose.service(name).volumes()).containsExactly(name + ":/var/lib/kafka/data");
        }
    }

    @Test
    void keepsWhatIsAcknowledgedOnTwoOfThem() {
        for (String name : brokers) {
            assertThat(variable(name, "KAFKA_MIN_INSYNC_REPLICAS")).isEqualTo("2");
            assertThat(variable(name, "KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR")).isEqualTo("3");
            assertThat(variable(name, "KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR"))
                    .isEqualTo("3");
            assertThat(variable(name, "KAFKA_TRANSACTION_STATE_LOG_MIN_ISR")).isEqualTo("2");
        }
        for (ServiceKind kind : ServiceKinds.ALL) {
            Settings settings = Settings.ofOne(
                    kind, Optional.empty(), compose.service(kind.name()).environment());
            if (!kind.equals(ServiceKinds.PROBE)) {
                assertThat(settings.kafka().replication()).as(kind.name()).isEqualTo((short) 3);
                assertThat(settings.kafka().bootstrap()).isEqualTo("kafka:9092,kafka2:9092,kafka3:9092");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"gateway", "processing", "alarming", "writer", "dashboard"})
    void startsASecondOne(String name) {
        ServiceKind kind = ServiceKinds.ALL.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
        Started second = compose.service(name + "2");

        assertThat(second.command()).containsExactly(name);
        ComposeTest.checkSettings(kind, second);
        ComposeTest.checkMeters(kind, second);
    }

    @Test
    void givesEveryGatewayAnIdOfItsOwn() {
        assertThat(variable("gateway2", "WEIR_GATEWAY_ID")).isNotEqualTo(variable("gateway", "WEIR_GATEWAY_ID"));
    }

    @Test
    void publishesNoPortTwice() {
        List<String> published = compose.services().values().stream()
                .filter(service -> service.profiles().isEmpty())
                .flatMap(service -> service.ports().stream())
                .map(port -> port.replaceFirst(".*:-(\\d+)}.*", "$1"))
                .toList();

        assertThat(published).isNotEmpty().doesNotHaveDuplicates();
    }

    @Test
    void tellsTheProbeOfEverySecondOne() {
        List<String> asked = List.of(variable("probe", "WEIR_PROBE_METERS_OF").split(","));

        assertThat(asked)
                .containsExactlyInAnyOrderElementsOf(Stream.of("gateway", "processing", "alarming", "writer")
                        .flatMap(name -> Stream.of(name, name + "2"))
                        .map(name -> name + ":" + portOf(name))
                        .toList());
    }

    private static int portOf(String name) {
        return ServiceKinds.ALL.stream()
                .filter(kind -> name.startsWith(kind.name()))
                .findFirst()
                .orElseThrow()
                .metersPort();
    }

    private String variable(String service, String name) {
        return compose.service(service).variable(name);
    }
}
