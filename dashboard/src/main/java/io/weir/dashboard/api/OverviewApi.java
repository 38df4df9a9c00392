package io.weir.dashboard.api;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.Severity;
import io.weir.contract.service.Health;
import io.weir.contract.service.Service;
import io.weir.dashboard.http.Answer;
import io.weir.dashboard.http.ApiRequest;
import io.weir.dashboard.http.Endpoint;
import io.weir.dashboard.live.AlarmTable;
import io.weir.dashboard.live.Lag;
import io.weir.dashboard.live.Lags;
import io.weir.dashboard.live.LiveHub;
import io.weir.dashboard.live.Outside;
import io.weir.dashboard.live.Pulse;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The endpoint for the overview: whether everything is fine, or where to look. */
public final class OverviewApi {
    /** Lag above which a stage has a problem; a smaller lag is normal with batches. */
    private static final double LATE_SECONDS = 30;

    /** Stages without which metrics do not arrive; others may be unused. */
    private static final Set<String> NEEDED = Set.of("processing", "alarming", "writer");

    private final Pulse pulse;
    private final Lags lags;
    private final Outside outside;
    private final AlarmTable alarms;
    private final LiveHub hub;
    private final Clock clock;

    /** Reads all arguments anew with each request. */
    public OverviewApi(Pulse pulse, Lags lags, Outside outside, AlarmTable alarms, LiveHub hub, Clock clock) {
        this.pulse = pulse;
        this.lags = lags;
        this.outside = outside;
        this.alarms = alarms;
        this.hub = hub;
        this.clock = clock;
    }

    /** The endpoints, by method and path. */
    public Map<String, Endpoint> endpoints() {
        return Map.of("GET /api/overview", (Endpoint.Once) this::overview);
    }

    private Answer overview(ApiRequest request) {
        long nowMillis = clock.millis();
        Optional<Pulse.View> flow = pulse.view();
        List<Lag> allLags = lags.view(nowMillis);
        List<Map<String, Object>> services = services();
        List<AlarmEvent> all = alarms.all().alarms();
        List<Map<String, Object>> problems = new ArrayList<>();
        services.stream()
                .filter(service -> Boolean.FALSE.equals(service.get("ready")))
                .forEach(service ->
                        problems.add(problem("services", service.get("name") + ": " + service.get("detail"))));
        if (!alarms.hasAll()) {
            problems.add(problem("alarms", "alarms are not loaded yet"));
        }
        checkAlarms(all, problems);
        flow.ifPresent(view -> view.fresh()
                .forEach((reason, count) ->
                        problems.add(problem("losses", reason + ": " + count + " in the last minute"))));
        flow.filter(view -> view.now().in() == 0)
                .ifPresent(view -> problems.add(problem("flow", "gateways receive no lines")));
        allLags.forEach(lag -> checkLag(lag, problems));
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("fine", problems.isEmpty());
        answer.put("problems", problems);
        answer.put("flow", flow.orElse(null));
        answer.put("lags", allLags);
        answer.put("outliers", hub.outliers(nowMillis));
        answer.put("services", services);
        answer.put("alarms", areas(all));
        answer.put("complete", alarms.hasAll());
        answer.put(
                "live",
                Map.of(
                        "series", hub.seriesCount(),
                        "unfollowed", hub.linesUnfollowed(),
                        "clients", hub.feedCount()));
        return Answer.of(answer);
    }

    private static Map<String, Object> problem(String view, String text) {
        return Map.of("at", view, "text", text);
    }

    private static void checkLag(Lag lag, List<Map<String, Object>> problems) {
        Double seconds = lag.seconds();
        if (!lag.hasConsumer() && NEEDED.contains(lag.stage())) {
            problems.add(problem("lags", lag.stage() + " has no consumer"));
        } else if (seconds != null && seconds > LATE_SECONDS) {
            problems.add(problem("lags", lag.stage() + " lags by about " + Math.round(seconds) + " s"));
        }
    }

    private static void checkAlarms(List<AlarmEvent> all, List<Map<String, Object>> problems) {
        for (Severity severity : List.of(Severity.MAJOR, Severity.MINOR, Severity.INVALID)) {
            long waiting = all.stream()
                    .filter(alarm -> alarm.to().isUnacknowledged() && alarm.severity() == severity)
                    .count();
            if (waiting > 0) {
                problems.add(problem(
                        "alarms",
                        waiting + " " + severity.name().toLowerCase(Locale.ROOT)
                                + (waiting == 1 ? " alarm is" : " alarms are") + " not acknowledged"));
            }
        }
    }

    private List<Map<String, Object>> services() {
        List<Map<String, Object>> services = new ArrayList<>();
        for (Service service : outside.services()) {
            Health health = service.health();
            services.add(Map.of(
                    "name", service.name(), "live", health.live(), "ready", health.ready(), "detail", health.detail()));
        }
        return services;
    }

    private static List<Map<String, Object>> areas(List<AlarmEvent> all) {
        List<Map<String, Object>> areas = new ArrayList<>();
        AlarmCounts.byRule(all).forEach((area, counts) -> areas.add(Map.of("area", area, "counts", counts)));
        return areas;
    }
}
