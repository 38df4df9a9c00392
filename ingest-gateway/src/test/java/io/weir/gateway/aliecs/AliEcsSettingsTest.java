package io.weir.gateway.aliecs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.config.MistakesException;
import io.weir.contract.config.YamlSource;
import io.weir.contract.service.StartException;
import io.weir.gateway.intake.OneInput;
import io.weir.gateway.setting.InputName;
import io.weir.gateway.testing.OpenedInput;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AliEcsSettingsTest {
    @Test
    void theStateIsOptionalAndThatOfPhysicsRuns() {
        assertThat(read("{topics: [a]}").state()).isEmpty();
        assertThat(read("{topics: [a]}").threads()).isEqualTo(1);
        assertThat(read("{topics: [a], state: {}}").state()).contains(new StateSettings(Set.of("PHYSICS"), ""));
        assertThat(read("{topics: [a], state: {}}").threads()).isEqualTo(2);
        assertThat(read("{topics: [a], state: {run-types: [COSMICS, NOISE], prefix: other_}}")
                        .state())
                .contains(new StateSettings(Set.of("COSMICS", "NOISE"), "other_"));
    }

    @Test
    void reportsAllMistakesTogether() {
        assertThatThrownBy(() -> read("{topics: a, state: {run-types: [], prefix: 'the ', other: 1}}"))
                .isInstanceOf(MistakesException.class)
                .hasMessageContaining("topics: ")
                .hasMessageContaining("state.run-types: is empty, so no run would count")
                .hasMessageContaining("state.prefix: makes the name \"the detectors\", but names must be")
                .hasMessageContaining("other: ");
    }

    @Test
    void doesNotOpenWithoutTopics() {
        assertThatThrownBy(() -> OpenedInput.open("{udp: {enabled: false}, aliecs: {enabled: true, state: {}}}"))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("input aliecs has no topics; set aliecs.topics");
    }

    /** It waits for Kafka in its own threads. */
    @Test
    void opensAndClosesWithoutKafka() {
        AliEcsSettings settings = read("{bootstrap: 'localhost:1', topics: [aliecs.run], state: {}}");
        try (OneInput one = new OneInput("aliecs");
                var input = settings.open(one)) {
            assertThat(input.listens())
                    .isEqualTo(
                            "topics=[aliecs.run] kafka=localhost:1 group=weir-gateway-aliecs, and writes the state of"
                                    + " the farm");
        }
    }

    private static AliEcsSettings read(String yaml) {
        return YamlSource.text("test", yaml)
                .read(section -> AliEcsSettings.read(new InputName("aliecs", true), section));
    }
}
