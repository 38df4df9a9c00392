package io.weir.standalone.top;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.alarm.AlarmOrder;
import io.weir.contract.alarm.AlarmState;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;

/** Reads the answers of the dashboard's API. Pure. */
final class DashboardReader {
    static final String OVERVIEW = "/api/overview";
    static final String SOURCES = "/api/sources";
    static final String ALARMS = "/api/alarms";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Comparator<HostRow> BUSIEST_FIRST = Comparator.comparingDouble(HostRow::perSecond)
            .thenComparingInt(HostRow::alarms)
            .reversed()
            .thenComparing(HostRow::name);

    private DashboardReader() {}

    /**
     * Reads the answers to {@link #OVERVIEW}, {@link #SOURCES} and {@link #ALARMS}.
     *
     * @throws IOException if one of them has another form
     */
    static DashboardAnswer.View read(String overview, String sources, String alarms) throws IOException {
        JsonNode farm = object(overview, OVERVIEW, "lags");
        return new DashboardAnswer.View(
                lags(farm.path("lags")),
                hosts(object(sources, SOURCES, "hosts")),
                alarms(object(alarms, ALARMS, "alarms").path("alarms")),
                doubt(farm));
    }

    private static JsonNode object(String text, String path, String key) throws IOException {
        JsonNode object = JSON.readTree(text);
        if (!object.path(key).isArray()) {
            throw new IOException("the answer to " + path + " has no " + key);
        }
        return object;
    }

    private static List<StageLag> lags(JsonNode all) {
        List<StageLag> lags = new ArrayList<>();
        for (JsonNode lag : all) {
            JsonNode seconds = lag.path("seconds");
            lags.add(new StageLag(
                    lag.path("stage").asText(),
                    lag.path("records").asLong(),
                    seconds.isNumber() ? OptionalDouble.of(seconds.asDouble()) : OptionalDouble.empty(),
                    lag.path("hasConsumer").asBoolean()));
        }
        return lags;
    }

    private static List<HostRow> hosts(JsonNode sources) {
        List<HostRow> hosts = new ArrayList<>();
        for (JsonNode host : sources.path("hosts")) {
            String name = host.path("host").asText();
            int alarms = 0;
            for (JsonNode count : sources.path("alarms").path(name)) {
                alarms += count.asInt();
            }
            hosts.add(new HostRow(
                    name,
                    host.path("rate").asDouble(),
                    Instant.ofEpochMilli(host.path("seenMillis").asLong()),
                    alarms));
        }
        hosts.sort(BUSIEST_FIRST);
        return hosts;
    }

    private static List<AlarmEvent> alarms(JsonNode all) throws IOException {
        List<AlarmEvent> alarms = new ArrayList<>();
        for (JsonNode each : all) {
            try {
                AlarmEvent alarm = AlarmJson.readEvent(each.toString().getBytes(UTF_8));
                if (alarm.to() != AlarmState.NORMAL) {
                    alarms.add(alarm);
                }
            } catch (IllegalArgumentException e) {
                throw new IOException("the answer to " + ALARMS + " is " + e.getMessage(), e);
            }
        }
        alarms.sort(AlarmOrder.BY_URGENCY);
        return alarms;
    }

    private static String doubt(JsonNode farm) {
        for (JsonNode service : farm.path("services")) {
            if (service.path("name").asText().equals("dashboard")
                    && !service.path("ready").asBoolean()) {
                return service.path("detail").asText();
            }
        }
        return farm.path("complete").asBoolean() ? "" : "the dashboard has not read all alarms yet";
    }
}
