package io.weir.notify.alertmanager;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.weir.contract.alert.Alert;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes the body of a request to Alertmanager: its {@code postableAlerts}. */
final class AlertJson {
    private static final JsonFactory JSON = new JsonFactory();

    private AlertJson() {}

    /**
     * Writes alerts in their current state. Alertmanager refuses an alert that ends before it
     * starts, and treats an end in its future as active. Clocks of metrics and machines may be
     * wrong, so starts and ends are limited to {@code now}.
     *
     * @param until end of an active alert unless it is sent again
     */
    static byte[] write(List<Alert> alerts, Instant now, Instant until) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        // The writer encodes half a surrogate pair, which a tag can contain, as ? instead of
        // failing.
        try (JsonGenerator json = JSON.createGenerator(new OutputStreamWriter(bytes, StandardCharsets.UTF_8))) {
            json.writeStartArray();
            for (Alert alert : alerts) {
                Instant startsAt = earlier(alert.startsAt(), now);
                json.writeStartObject();
                texts(json, "labels", alert.labels());
                texts(json, "annotations", alert.annotations());
                json.writeStringField("startsAt", startsAt.toString());
                json.writeStringField(
                        "endsAt",
                        endsAt(alert.resolvedAt(), startsAt, now, until).toString());
                json.writeEndObject();
            }
            json.writeEndArray();
        } catch (IOException e) {
            throw new UncheckedIOException("memory streams do not fail", e);
        }
        return bytes.toByteArray();
    }

    private static Instant endsAt(@Nullable Instant resolvedAt, Instant startsAt, Instant now, Instant until) {
        if (resolvedAt == null) {
            return until;
        }
        Instant ended = earlier(resolvedAt, now);
        return ended.isBefore(startsAt) ? startsAt : ended;
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }

    private static void texts(JsonGenerator json, String name, Map<String, String> texts) throws IOException {
        json.writeObjectFieldStart(name);
        for (Map.Entry<String, String> text : texts.entrySet()) {
            json.writeStringField(text.getKey(), text.getValue());
        }
        json.writeEndObject();
    }
}
