package io.weir.contract.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.weir.contract.service.Health.State;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HealthReportTest {

    @Test
    void readsWhatItWrites() throws Exception {
        List<Service> services = List.of(
                service("gateway", Health.running("2 inputs")),
                service("relay", Health.off()),
                service("alarming", Health.waiting("waits for Kafka at \"x:1\"")),
                service("writer", Health.dead("threads died")));
        HealthReport report = HealthReport.ready(services);

        assertThat(report.ok()).isFalse();
        HealthReport read = HealthReport.read(report.json());
        assertThat(read).isEqualTo(report);
        assertThat(read.services().keySet()).containsExactly("gateway", "relay", "alarming", "writer");
    }

    @Test
    void aServiceThatIsOffIsReadyAndLive() {
        List<Service> services = List.of(service("relay", Health.off()));

        assertThat(HealthReport.ready(services).ok()).isTrue();
        assertThat(HealthReport.live(services).ok()).isTrue();
    }

    @Test
    void ignoresWhatALaterVersionAdds() throws Exception {
        String later =
                "{\"ok\":true,\"new\":1,\"services\":{\"a\":{\"state\":\"READY\",\"detail\":\"running\",\"new\":1}}}";

        assertThat(HealthReport.read(later).services()).containsEntry("a", Health.running());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "<html>",
                "[]",
                "null",
                "{\"status\":\"ok\"}",
                "{\"ok\":true,\"services\":{\"a\":\"running\"}}",
                "{\"ok\":true,\"services\":{\"a\":null}}",
                "{\"ok\":true,\"services\":{\"a\":{\"detail\":\"running\"}}}",
                "{\"ok\":true,\"services\":{\"a\":{\"state\":\"READY\"}}}",
                "{\"ok\":true,\"services\":{\"a\":{\"state\":\"FAST\",\"detail\":\"\"}}}"
            })
    void refusesAnotherForm(String answer) {
        assertThatThrownBy(() -> HealthReport.read(answer)).isInstanceOf(JsonProcessingException.class);
    }

    @Test
    void partsAreDeadIfOneIs() {
        Health both = Health.all(Stream.of(Health.waiting("a waits"), Health.running(), Health.dead("b died")));

        assertThat(both).isEqualTo(new Health(State.DEAD, "a waits; b died"));
        assertThat(Health.all(Stream.of(Health.waiting("a waits"), Health.waiting("b waits"))))
                .isEqualTo(Health.waiting("a waits; b waits"));
        assertThat(Health.all(Stream.of(Health.running(), Health.off()))).isEqualTo(Health.running());
    }

    private static Service service(String name, Health health) {
        return new RecordedService(name, health, new ArrayList<>());
    }
}
