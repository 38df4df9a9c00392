package io.weir.dashboard.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.dashboard.http.Answer;
import io.weir.dashboard.http.ApiRequest;
import io.weir.dashboard.http.Endpoint;
import io.weir.dashboard.http.Json;
import io.weir.dashboard.live.AlarmTable;
import io.weir.dashboard.live.LiveHub;
import io.weir.dashboard.live.RefusedLines;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The endpoints for the senders of metrics: all hosts, one host, and refused lines. */
public final class SourcesApi {
    private final LiveHub hub;
    private final RefusedLines refused;
    private final AlarmTable alarms;
    private final List<String> hostTags;

    /** @param hostTags tags that name a host; the first that a series or an alarm has is used */
    public SourcesApi(LiveHub hub, RefusedLines refused, AlarmTable alarms, List<String> hostTags) {
        this.hub = hub;
        this.refused = refused;
        this.alarms = alarms;
        this.hostTags = List.copyOf(hostTags);
    }

    /** The endpoints, by method and path. */
    public Map<String, Endpoint> endpoints() {
        return Map.of(
                "GET /api/sources", (Endpoint.Once) this::sources,
                "GET /api/host-tags", (Endpoint.Once) request -> Answer.of(hostTags),
                "GET /api/host", (Endpoint.Once) this::host);
    }

    private Answer sources(ApiRequest request) {
        return Answer.of(Map.of(
                "hosts",
                hub.hosts(),
                "alarms",
                raised(),
                "refused",
                Map.of("counts", refused.counts(), "latest", refused.latest())));
    }

    /** The raised alarms of each host that has some: their numbers by severity. */
    private Map<String, Map<String, Integer>> raised() {
        Map<String, Map<String, Integer>> raised = new TreeMap<>();
        for (AlarmEvent alarm : alarms.all().alarms()) {
            if (alarm.isStanding()) {
                host(alarm).ifPresent(host -> raised.computeIfAbsent(host, unseen -> new TreeMap<>())
                        .merge(alarm.severity().name(), 1, Integer::sum));
            }
        }
        return raised;
    }

    private Answer host(ApiRequest request) {
        String name = request.parameter("name").orElse("");
        ByteArrayOutputStream json = new ByteArrayOutputStream();
        json.writeBytes("{\"host\":".getBytes(UTF_8));
        json.writeBytes(hub.host(name).map(Json::bytes).orElseGet(() -> "null".getBytes(UTF_8)));
        json.writeBytes(",\"alarms\":".getBytes(UTF_8));
        AlarmsJson.write(
                alarms.all().alarms().stream()
                        .filter(alarm -> host(alarm).filter(name::equals).isPresent())
                        .toList(),
                json);
        json.writeBytes(",\"refused\":".getBytes(UTF_8));
        json.writeBytes(Json.bytes(
                refused.latest().stream().filter(line -> line.names(name)).toList()));
        json.writeBytes((",\"unfollowed\":" + hub.linesUnfollowed() + "}").getBytes(UTF_8));
        return Answer.of(json.toByteArray());
    }

    /** The host that the tags of an alarm name. */
    private Optional<String> host(AlarmEvent alarm) {
        for (String tag : hostTags) {
            String host = alarm.tags().get(tag);
            if (host != null) {
                return Optional.of(host);
            }
        }
        return Optional.empty();
    }
}
