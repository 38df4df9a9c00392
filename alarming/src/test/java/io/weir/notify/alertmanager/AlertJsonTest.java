package io.weir.notify.alertmanager;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.alert.Alert;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class AlertJsonTest {
    private static final Instant NOW = Instant.parse("2026-11-20T10:01:00Z");
    private static final Instant UNTIL = Instant.parse("2026-11-20T10:04:00Z");
    private static final ObjectMapper JSON = new ObjectMapper();

    @Test
    void writesPostableAlerts() throws IOException {
        AlertBook book = new AlertBook(Map.of());
        resource("state.jsonl").lines().forEach(line -> book.take(AlarmJson.readEvent(line.getBytes(UTF_8))));

        byte[] body = AlertJson.write(book.page(0, Long.MAX_VALUE, 100).alerts(), NOW, UNTIL);

        assertThat(JSON.readTree(body)).isEqualTo(JSON.readTree(resource("alertmanager.json")));
    }

    @Test
    void neverEndsBeforeItStarts() throws IOException {
        Alert over = new Alert(new TreeMap<>(), new TreeMap<>(), NOW.minusSeconds(1), NOW.minusSeconds(9));
        Alert ahead = new Alert(new TreeMap<>(), new TreeMap<>(), NOW.plusSeconds(9), NOW.plusSeconds(10));

        assertThat(JSON.readTree(AlertJson.write(List.of(over, ahead), NOW, UNTIL)))
                .allSatisfy(alert -> assertThat(alert.get("endsAt")).isEqualTo(alert.get("startsAt")));
    }

    @Test
    void halfASurrogatePairIsWritten() throws IOException {
        Alert alert = new Alert(new TreeMap<>(Map.of("id", "a\ud800b")), new TreeMap<>(), NOW, null);

        assertThat(JSON.readTree(AlertJson.write(List.of(alert), NOW, UNTIL))
                        .get(0)
                        .get("labels")
                        .get("id")
                        .textValue())
                .isEqualTo("a?b");
    }

    private static String resource(String name) throws IOException {
        try (InputStream in =
                Objects.requireNonNull(AlertJsonTest.class.getResourceAsStream("/notify/" + name), name)) {
            return new String(in.readAllBytes(), UTF_8);
        }
    }
}
