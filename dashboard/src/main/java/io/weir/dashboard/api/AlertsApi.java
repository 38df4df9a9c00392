package io.weir.dashboard.api;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alert.Alert;
import io.weir.contract.rule.LocatedRules;
import io.weir.contract.rule.RulePlace;
import io.weir.contract.rule.alarm.RaisesAlarms;
import io.weir.contract.service.Health;
import io.weir.dashboard.http.Answer;
import io.weir.dashboard.http.ApiRequest;
import io.weir.dashboard.http.Endpoint;
import io.weir.dashboard.http.Json;
import io.weir.dashboard.live.AlarmTable;
import io.weir.query.series.NumberText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The endpoints of Prometheus for alerts and for the rules that raise them. Alerts are the alarms that are raised and
 * not hidden, with the labels and annotations that Alertmanager gets. The shapes are those of Prometheus 2.42.
 */
public final class AlertsApi {
    private static final String FIRING = "firing";

    /** Weir has one group of rules: the file. */
    private static final String GROUP = "weir";

    private static final String FILE = "rules.yaml";

    /** Prometheus' time for a rule that it has not evaluated. Alarming does not report when it evaluates a rule. */
    private static final String NEVER = "0001-01-01T00:00:00Z";

    private final AlarmTable alarms;
    private final Supplier<Health> reading;
    private final Supplier<Optional<LocatedRules>> rules;

    /**
     * Reads all arguments anew with each request.
     *
     * @param reading whether the alarms are read from Kafka
     * @param rules the active rules; empty until they are known
     */
    public AlertsApi(AlarmTable alarms, Supplier<Health> reading, Supplier<Optional<LocatedRules>> rules) {
        this.alarms = alarms;
        this.reading = reading;
        this.rules = rules;
    }

    /** The endpoints, by method and path. */
    public Map<String, Endpoint> endpoints() {
        return Map.of(
                "GET /api/v1/alerts", (Endpoint.Once) this::alerts, "GET /api/v1/rules", (Endpoint.Once) this::rules);
    }

    private Answer alerts(ApiRequest request) {
        return whyNoAlarms()
                .map(AlertsApi::unavailable)
                .orElseGet(() ->
                        success(Map.of("alerts", standing().map(AlertsApi::json).toList())));
    }

    private Answer rules(ApiRequest request) {
        String type = request.parameter("type").orElse("");
        if (!List.of("", "alert", "record").contains(type)) {
            return error(400, "bad_data", "invalid parameter \"type\": not supported value \"" + type + "\"");
        }
        Optional<String> noAlarms = whyNoAlarms();
        if (noAlarms.isPresent()) {
            return unavailable(noAlarms.get());
        }
        Optional<LocatedRules> located = rules.get();
        if (located.isEmpty()) {
            return unavailable("the rules are being read; repeat the request");
        }
        Map<String, List<Map<String, Object>>> firing = standing()
                .collect(Collectors.groupingBy(
                        AlarmEvent::rule, Collectors.mapping(AlertsApi::json, Collectors.toList())));
        Function<RaisesAlarms, Map<String, Object>> ofRule =
                rule -> rule(rule, located.get(), firing.getOrDefault(rule.name(), List.of()));
        Map<String, Object> group = new LinkedHashMap<>();
        group.put("name", GROUP);
        group.put("file", FILE);
        // Recording rules are PromQL: Weir has none.
        group.put(
                "rules",
                type.equals("record")
                        ? List.of()
                        : located.get().rules().raising().stream().map(ofRule).toList());
        group.put("interval", 0);
        group.put("limit", 0);
        evaluated(group);
        return success(Map.of("groups", List.of(group)));
    }

    /** Alarms that may be old must not look current. */
    private Optional<String> whyNoAlarms() {
        Health health = reading.get();
        if (!health.ready()) {
            return Optional.of("the alarms cannot be read: " + health.detail());
        }
        return alarms.hasAll() ? Optional.empty() : Optional.of("the alarms are being read; repeat the request");
    }

    private Stream<AlarmEvent> standing() {
        return alarms.all().alarms().stream().filter(AlarmEvent::isStanding);
    }

    private static Map<String, Object> rule(RaisesAlarms rule, LocatedRules located, List<Map<String, Object>> firing) {
        RulePlace place = located.lines().of(rule);
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("state", firing.isEmpty() ? "inactive" : FIRING);
        json.put("name", rule.name());
        json.put("query", place.path() + ", line " + place.line());
        json.put("duration", 0);
        json.put("keepFiringFor", 0);
        json.put("labels", Map.of());
        json.put("annotations", Map.of());
        json.put("alerts", firing);
        json.put("health", "unknown");
        evaluated(json);
        json.put("type", "alerting");
        return json;
    }

    private static void evaluated(Map<String, Object> json) {
        json.put("evaluationTime", 0);
        json.put("lastEvaluation", NEVER);
    }

    private static Map<String, Object> json(AlarmEvent alarm) {
        Alert alert = Alert.of(alarm, Map.of());
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("labels", alert.labels());
        json.put("annotations", alert.annotations());
        json.put("state", FIRING);
        json.put("activeAt", alert.startsAt().toString());
        json.put("value", NumberText.scientific(alarm.value() == null ? Double.NaN : alarm.value()));
        return json;
    }

    private static Answer success(Map<String, Object> data) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("status", "success");
        json.put("data", data);
        return Answer.of(json);
    }

    private static Answer unavailable(String why) {
        return error(503, "unavailable", why);
    }

    private static Answer error(int status, String type, String why) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("status", "error");
        json.put("errorType", type);
        json.put("error", why);
        return Answer.of(status, Json.bytes(json));
    }
}
