package io.weir.dashboard.api;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.Severity;
import io.weir.contract.service.Health;
import io.weir.contract.service.Service;
import io.weir.dashboard.alarm.AlarmTable;
import io.weir.dashboard.http.Answer;
import io.weir.dashboard.http.Ask;
import io.weir.dashboard.http.Endpoint;
import io.weir.dashboard.live.LiveHub;
import io.weir.dashboard.pulse.Lag;
import io.weir.dashboard.pulse.Lags;
import io.weir.dashboard.pulse.Outside;
import io.weir.dashboard.pulse.Pulse;
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
    /** Lag above which a stage counts as late; a smaller lag is normal with batches. */
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

    private Answer overview(Ask ask) {
        long nowMillis = clock.millis();
        Optional<Pulse.View> flow = pulse.view();
        List<Lag> behind = lags.view(nowMillis);
        List<Map<String, Object>> services = services();
        List<AlarmEvent> all = alarms.all().alarms();
        List<Map<String, Object>> look = new ArrayList<>();
        services.stream()
                .filter(service -> Boolean.FALSE.equals(service.get("ready")))
                .forEach(service -> look.add(look("services", service.get("name") + ": " + service.get("detail"))));
        if (!alarms.hasAll()) {
            look.add(look("alarms", "the alarms are not known yet"));
        }
        lookAtAlarms(all, look);
        flow.ifPresent(view -> view.fresh()
                .forEach((reason, count) -> look.add(look("losses", count + " in the last minute: " + reason))));
        flow.filter(view -> view.now().in() == 0).ifPresent(view -> look.add(look("flow", "nothing comes in")));
        behind.forEach(lag -> lookAtLag(lag, look));
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("fine", look.isEmpty());
        answer.put("look", look);
        answer.put("flow", flow.orElse(null));
        answer.put("lags", behind);
        answer.put("movers", hub.movers(nowMillis));
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

    private static Map<String, Object> look(String view, String text) {
        return Map.of("at", view, "text", text);
    }

    private static void lookAtLag(Lag lag, List<Map<String, Object>> look) {
        Double seconds = lag.seconds();
        if (!lag.isRead() && NEEDED.contains(lag.stage())) {
            look.add(look("lags", lag.stage() + ": no process works at it"));
        } else if (seconds != null && seconds > LATE_SECONDS) {
            look.add(look("lags", lag.stage() + " is about " + Math.round(seconds) + " s behind"));
        }
    }

    private static void lookAtAlarms(List<AlarmEvent> all, List<Map<String, Object>> look) {
        for (Severity severity : List.of(Severity.MAJOR, Severity.MINOR, Severity.INVALID)) {
            long waiting = all.stream()
                    .filter(alarm -> alarm.to().isUnacknowledged() && alarm.severity() == severity)
                    .count();
            if (waiting > 0) {
                look.add(look(
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
        List<Map<String, Object>> told = new ArrayList<>();
        AlarmCounts.byRule(all).forEach((area, counts) -> told.add(Map.of("area", area, "counts", counts)));
        return told;
    }
}
