package io.weir.standalone.top;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.contract.alarm.AlarmEvent;
import java.util.OptionalDouble;

/** A snapshot as one line of JSON. Pure. A value that is not known is absent. */
final class SnapshotJson {
    /** The most urgent alarms and the busiest hosts that a line has. */
    static final int MOST = 20;

    /** Escapes what a terminal may take for a command. */
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    private SnapshotJson() {}

    static String line(Snapshot snapshot) {
        ObjectNode line = JSON.createObjectNode();
        line.put("time", snapshot.time().toString());
        ArrayNode services = line.putArray("services");
        snapshot.services().forEach(service -> add(service, services.addObject()));
        ArrayNode losses = line.putArray("losses");
        for (LossRow loss : snapshot.losses()) {
            ObjectNode to = losses.addObject();
            to.put("reason", loss.reason()).put("total", loss.total());
            put(to, "perSecond", loss.perSecond());
        }
        if (snapshot.dashboard() instanceof DashboardAnswer.View view) {
            addHosts(view, line.putArray("hosts"));
            addAlarms(view, line.putObject("alarms"));
            if (!view.doubt().isEmpty()) {
                line.put("dashboard", view.doubt());
            }
        } else if (snapshot.dashboard() instanceof DashboardAnswer.Failure failure) {
            line.put("dashboard", failure.reason());
        }
        ArrayNode notes = line.putArray("notes");
        snapshot.notes().forEach(notes::add);
        try {
            return JSON.writeValueAsString(line);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("texts and numbers can always be written", e);
        }
    }

    private static void add(ServiceRow service, ObjectNode to) {
        to.put("service", service.name());
        service.port().ifPresent(port -> to.put("port", port));
        to.put("state", service.state().name());
        to.put("health", service.detail());
        put(to, "inPerSecond", service.in());
        put(to, "outPerSecond", service.out());
        service.lag().ifPresent(lag -> {
            to.put("lagRecords", lag.records());
            put(to, "lagSeconds", lag.seconds());
        });
    }

    private static void addHosts(DashboardAnswer.View view, ArrayNode to) {
        view.hosts().stream().limit(MOST).forEach(host -> to.addObject()
                .put("host", host.name())
                .put("perSecond", host.perSecond())
                .put("alarms", host.alarms())
                .put("seen", host.seen().toString()));
    }

    private static void addAlarms(DashboardAnswer.View view, ObjectNode to) {
        AlarmTally tally = AlarmTally.of(view.alarms());
        ObjectNode raised = to.putObject("raised");
        tally.raised().forEach((severity, count) -> raised.put(severity.name(), count));
        to.put("unacknowledged", tally.unacknowledged());
        to.put("hidden", tally.hidden());
        ArrayNode urgent = to.putArray("urgent");
        for (AlarmEvent alarm : view.alarms().stream().limit(MOST).toList()) {
            urgent.addObject()
                    .put("id", alarm.id())
                    .put("severity", alarm.severity().name())
                    .put("state", alarm.to().name())
                    .put("since", alarm.since().toString())
                    .put("message", alarm.message());
        }
    }

    private static void put(ObjectNode to, String key, OptionalDouble value) {
        value.ifPresent(number -> to.put(key, number));
    }
}
