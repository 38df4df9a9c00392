package io.weir.processing.repeat;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LastValuesTest {

    private static final long HEARTBEAT = 100;

    private LastValues last = new LastValues();

    @Test
    void letsThroughTheFirstValueAndEveryChange() {
        assertThat(isRepeat("status", "1i", 0)).isFalse();
        assertThat(isRepeat("status", "1i", 1)).isTrue();
        assertThat(isRepeat("status", "2i", 2)).isFalse();
        assertThat(isRepeat("status", "1i", 3)).isFalse();
    }

    @Test
    void letsThroughAConstantOnceAHeartbeat() {
        isRepeat("status", "1i", 0);

        assertThat(isRepeat("status", "1i", HEARTBEAT - 1)).isTrue();
        assertThat(isRepeat("status", "1i", HEARTBEAT)).isFalse();
        assertThat(isRepeat("status", "1i", HEARTBEAT + 1)).isTrue();
    }

    @Test
    void letsThroughWhatComesOutOfOrderAndForgetsIt() {
        isRepeat("status", "1i", 50);

        assertThat(isRepeat("status", "2i", 40)).isFalse();
        assertThat(isRepeat("status", "1i", 60)).isTrue();
    }

    @Test
    void keepsTheFieldsApart() {
        isRepeat("a", "1i", 0);

        assertThat(isRepeat("b", "1i", 1)).isFalse();
        assertThat(isRepeat("a", "1i", 2)).isTrue();
    }

    /** Whoever holds each value that was let through until the next one sees every value that was sent. */
    @Test
    void losesNothingThatAReaderCouldSeeOnRandomSeriesWithRestarts() throws IOException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        String held = "";
        for (int timestamp = 0; timestamp < 10_000; timestamp++) {
            String value = "\"" + "v".repeat(random.nextInt(3)) + "\"";
            if (!isRepeat("text", value, timestamp)) {
                held = value;
            }
            assertThat(held).as("seed %d at %d", seed, timestamp).isEqualTo(value);
            if (random.nextInt(50) == 0) {
                restart();
            }
        }
    }

    private boolean isRepeat(String key, String value, long timestamp) {
        byte[] bytes = (key + value).getBytes(UTF_8);
        int field = last.field(bytes, 0, key.length(), 0);
        return last.isRepeat(field, bytes, key.length(), bytes.length, timestamp, HEARTBEAT);
    }

    private void restart() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        last.write(new DataOutputStream(bytes));
        last = new LastValues();
        last.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
    }
}
