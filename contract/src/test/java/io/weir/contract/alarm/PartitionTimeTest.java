package io.weir.contract.alarm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.topic.Unreliability;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PartitionTimeTest {
    private static final PartitionTime TIME =
            new PartitionTime(3, Instant.EPOCH, "9f2c1e", new TreeMap<>(Map.of("gw-1", Unreliability.CLOCK)), null);

    @ParameterizedTest
    @ValueSource(strings = {"unreliable", "deaf"})
    void readsBothSpellingsOfUnreliable(String key) {
        String json = "{\"partition\":3,\"time\":\"1970-01-01T00:00:00Z\",\"ruleVersion\":\"9f2c1e\",\"" + key
                + "\":{\"gw-1\":\"CLOCK\"}}";
        assertThat(AlarmJson.readPartitionTime(json.getBytes(UTF_8))).isEqualTo(TIME);
    }

    @Test
    void writesTheNewSpelling() {
        assertThat(new String(AlarmJson.write(TIME), UTF_8)).endsWith("\"unreliable\":{\"gw-1\":\"CLOCK\"}}");
    }

    @Test
    void lackOfMemoryIsWrittenAndRead() {
        PartitionTime full = new PartitionTime(3, Instant.EPOCH, "9f2c1e", null, true);
        byte[] json = AlarmJson.write(full);
        assertThat(new String(json, UTF_8)).endsWith("\"full\":true}");
        assertThat(AlarmJson.readPartitionTime(json)).isEqualTo(full);
    }
}
