package io.weir.dashboard.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.rule.LocatedRules;
import io.weir.contract.rule.RuleText;
import io.weir.contract.rule.match.TableSource;
import io.weir.contract.service.Health;
import io.weir.dashboard.http.Answer;
import io.weir.dashboard.http.ApiRequest;
import io.weir.dashboard.http.Endpoint;
import io.weir.dashboard.live.AlarmTable;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class AlertsApiTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private static final String RULES = """
            version: 1
            alarms:
              - {name: cpu-high, match: {measurement: cpu}, field: value, major: {above: 95}}
              - {name: quiet, match: {measurement: cpu}, field: value, minor: {below: 0}}
            """;

    private final AlarmTable alarms = new AlarmTable();
    private Health reading = Health.running();
    private final LocatedRules rules = RuleText.parse("rules.yaml", RULES.getBytes(UTF_8), TableSource.NONE)
            .located();
    private final AlertsApi api = new AlertsApi(alarms, () -> reading, () -> Optional.of(rules));

    private void alarm(String host, String state, String severity, String more) {
        alarms.onState(
                AlarmJson.readEvent("""
                {"id": "cpu-high/%1$s", "transition": "cpu-high/%1$s#1", "rule": "cpu-high", "ruleVersion": "v1",
                 "to": "%2$s", "severity": "%3$s", "message": "too hot", "guidance": "", "tags": {"hostname": "%1$s"},
                 "eventTime": "2026-11-28T10:00:00Z", "decisionTime": "2026-11-28T10:00:01Z"%4$s}
                """.formatted(host, state, severity, more).getBytes(UTF_8)));
    }

    private Answer answer(AlertsApi from, String path, Map<String, List<String>> query) throws Exception {
        Endpoint.Once endpoint =
                (Endpoint.Once) Objects.requireNonNull(from.endpoints().get("GET " + path));
        return endpoint.answer(new ApiRequest("GET", path, "127.0.0.1", query, Map.of(), ""));
    }

    private JsonNode json(String path, Map<String, List<String>> query) throws Exception {
        return JSON.readTree(answer(api, path, query).body());
    }

    private static JsonNode recorded(String name) throws IOException {
        try (InputStream in = AlertsApiTest.class.getResourceAsStream("/prometheus-2.42/" + name)) {
            return JSON.readTree(Objects.requireNonNull(in));
        }
    }

    /** The fields and the kinds of their values, without the names of labels and annotations. */
    private static Object shape(JsonNode node) {
        if (node.isObject()) {
            Map<String, Object> fields = new TreeMap<>();
            node.properties()
                    .forEach(field -> fields.put(
                            field.getKey(),
                            List.of("labels", "annotations").contains(field.getKey())
                                    ? "texts"
                                    : shape(field.getValue())));
            return fields;
        }
        if (node.isArray()) {
            return node.isEmpty() ? List.of() : List.of(shape(node.get(0)));
        }
        return node.getNodeType();
    }

    @Test
    void answersHaveTheShapesOfPrometheus() throws Exception {
        alarms.onCaughtUp();
        alarm("flp1", "UNACKNOWLEDGED", "MAJOR", ", \"value\": 98.5");
        assertThat(shape(json("/api/v1/alerts", Map.of()))).isEqualTo(shape(recorded("alerts.json")));
        assertThat(shape(json("/api/v1/rules", Map.of()))).isEqualTo(shape(recorded("rules.json")));
    }

    @Test
    void alertsAreRaisedAlarmsThatAreNotHidden() throws Exception {
        alarms.onCaughtUp();
        alarm("flp1", "UNACKNOWLEDGED", "MAJOR", ", \"value\": 98.5");
        alarm("flp2", "ACKNOWLEDGED", "MINOR", ", \"text\": \"STUCK\"");
        alarm("flp3", "RETURNED", "OK", "");
        alarm("flp4", "NORMAL", "OK", "");
        alarm("flp5", "SHELVED", "MAJOR", "");
        alarm("flp6", "SUPPRESSED", "MAJOR", "");
        JsonNode alerts = json("/api/v1/alerts", Map.of()).at("/data/alerts");
        assertThat(alerts).hasSize(2);
        assertThat(alerts.get(0)).isEqualTo(JSON.readTree("""
                {"labels": {"alertname": "cpu-high", "hostname": "flp1", "id": "cpu-high/flp1", "severity": "major"},
                 "annotations": {"message": "too hot", "state": "UNACKNOWLEDGED", "value": "98.5"},
                 "state": "firing", "activeAt": "2026-11-28T10:00:00Z", "value": "9.85e+01"}
                """));
        assertThat(alerts.get(1).at("/value").textValue()).isEqualTo("NaN");
        assertThat(alerts.get(1).at("/annotations/value").textValue()).isEqualTo("STUCK");
    }

    @Test
    void anAcknowledgementDoesNotChangeWhenAnAlertBecameActive() throws Exception {
        alarms.onCaughtUp();
        String since = ", \"since\": \"2026-11-28T09:50:00Z\"";
        alarm("flp1", "ACKNOWLEDGED", "MAJOR", since + ", \"raisedAt\": \"2026-11-28T09:00:00Z\"");
        alarm("flp2", "ACKNOWLEDGED", "MAJOR", since);
        JsonNode alerts = json("/api/v1/alerts", Map.of()).at("/data/alerts");
        assertThat(alerts.get(0).path("activeAt").textValue()).isEqualTo("2026-11-28T09:00:00Z");
        assertThat(alerts.get(1).path("activeAt").textValue())
                .as("an older Weir does not send the time of the raise")
                .isEqualTo("2026-11-28T09:50:00Z");
    }

    @Test
    void rulesHaveTheirAlertsAndPlaces() throws Exception {
        alarms.onCaughtUp();
        alarm("flp1", "UNACKNOWLEDGED", "MAJOR", ", \"value\": 98.5");
        JsonNode listed =
                json("/api/v1/rules", Map.of("type", List.of("alert"))).at("/data/groups/0/rules");
        assertThat(listed).hasSize(2);
        assertThat(listed.get(0).at("/state").textValue()).isEqualTo("firing");
        assertThat(listed.get(0).at("/query").textValue()).isEqualTo("alarms[0], line 3");
        assertThat(listed.get(0).at("/alerts/0/labels/hostname").textValue()).isEqualTo("flp1");
        assertThat(listed.get(0).at("/lastEvaluation").textValue()).isEqualTo("0001-01-01T00:00:00Z");
        assertThat(listed.get(1).at("/state").textValue()).isEqualTo("inactive");
        assertThat(listed.get(1).at("/alerts")).isEmpty();
        assertThat(json("/api/v1/rules", Map.of("type", List.of("record"))).at("/data/groups/0/rules"))
                .isEmpty();
        Answer refused = answer(api, "/api/v1/rules", Map.of("type", List.of("x")));
        assertThat(refused.status()).isEqualTo(400);
        assertThat(JSON.readTree(refused.body()).at("/error").textValue())
                .isEqualTo("invalid parameter \"type\": not supported value \"x\"");
    }

    @Test
    void halfACharacterInATagHarmsNoOtherAlert() throws Exception {
        alarms.onCaughtUp();
        alarm("flp1", "UNACKNOWLEDGED", "MAJOR", "");
        alarm("flp\\ud83d", "UNACKNOWLEDGED", "MAJOR", "");
        assertThat(json("/api/v1/alerts", Map.of()).at("/data/alerts")).hasSize(2);
    }

    @Test
    void whatIsNotKnownYetIsAnError() throws Exception {
        assertThat(answer(api, "/api/v1/alerts", Map.of()).status()).isEqualTo(503);
        assertThat(answer(api, "/api/v1/rules", Map.of()).status()).isEqualTo(503);
        alarms.onCaughtUp();
        AlertsApi withoutRules = new AlertsApi(alarms, Health::running, Optional::empty);
        assertThat(answer(withoutRules, "/api/v1/rules", Map.of()).status()).isEqualTo(503);
        assertThat(json("/api/v1/alerts", Map.of()).at("/data/alerts")).isEmpty();
        reading = Health.waiting("Kafka does not answer");
        assertThat(answer(api, "/api/v1/alerts", Map.of()).status()).isEqualTo(503);
        assertThat(new String(answer(api, "/api/v1/rules", Map.of()).body(), UTF_8))
                .contains("Kafka does not answer");
    }
}
