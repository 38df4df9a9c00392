package io.weir.contract.alarm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class AlarmJsonTest {

    private static final AlarmEvent EVENT = new AlarmEvent(
            "cpu-high/TPC/flp00017",
            "cpu-high/TPC/flp00017#42",
            "cpu-high",
            "9f2c1e",
            AlarmState.NORMAL,
            AlarmState.UNACKNOWLEDGED,
            Severity.MAJOR,
            97.3,
            95.0,
            "CPU of flp00017 at 97.3 %",
            "docs/runbooks/cpu.md",
            new TreeMap<>(Map.of("hostname", "flp00017", "detector", "TPC")),
            Instant.parse("2026-11-20T10:00:00Z"),
            Instant.parse("2026-11-20T10:00:00.041Z"),
            null,
            null);

    private static final ConditionChange CHANGE = new ConditionChange(
            "cpu-high/TPC/flp00017",
            "cpu-high",
            "9f2c1e",
            "cpu,detector=TPC,hostname=flp00017",
            Severity.OK,
            74.0,
            75.0,
            "CPU of \"flp00017\" at 74 %",
            "",
            new TreeMap<>(Map.of("hostname", "flp00017", "detector", "TPC")),
            Instant.parse("2026-11-20T10:00:00.5Z"));

    /** Other systems read these: a change here is a change of the contract. */
    @Test
    void jsonIsTheOneThatIsPromised() throws IOException {
        String written = new String(AlarmJson.write(EVENT), UTF_8) + "\n"
                + new String(AlarmJson.write(EVENT.current()), UTF_8) + "\n"
                + new String(AlarmJson.write(CHANGE), UTF_8) + "\n";

        assertThat(written).isEqualTo(golden());
    }

    @Test
    void whatIsWrittenIsRead() {
        assertThat(AlarmJson.readEvent(AlarmJson.write(EVENT))).isEqualTo(EVENT);
        assertThat(AlarmJson.readEvent(AlarmJson.write(EVENT.current()))).isEqualTo(EVENT.current());
        assertThat(AlarmJson.readConditionChange(AlarmJson.write(CHANGE))).isEqualTo(CHANGE);
    }

    @Test
    void fieldsOfALaterVersionArePassedOver() {
        String later = new String(AlarmJson.write(EVENT), UTF_8).replace("{\"id\"", "{\"color\": \"red\", \"id\"");

        assertThat(AlarmJson.readEvent(later.getBytes(UTF_8))).isEqualTo(EVENT);
    }

    @Test
    void whatIsNoEventIsRefusedByName() {
        for (String bad : new String[] {"", "null", "[]", "{", "{}", "{\"id\": \"a\"}"}) {
            assertThatThrownBy(() -> AlarmJson.readEvent(bad.getBytes(UTF_8)))
                    .as(bad)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("not the JSON of AlarmEvent: ");
        }
    }

    @Test
    void aSpoiledTimeIsNamed() {
        String bad = new String(AlarmJson.write(EVENT), UTF_8).replace("2026-11-20T10:00:00.000Z", "yesterday");

        assertThatThrownBy(() -> AlarmJson.readEvent(bad.getBytes(UTF_8))).hasMessageContaining("yesterday");
    }

    private static String golden() throws IOException {
        try (InputStream in = AlarmJsonTest.class.getResourceAsStream("/alarms/golden.jsonl")) {
            return new String(Objects.requireNonNull(in).readAllBytes(), UTF_8);
        }
    }
}
