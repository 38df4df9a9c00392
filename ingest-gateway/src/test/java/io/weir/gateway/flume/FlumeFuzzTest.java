package io.weir.gateway.flume;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.gateway.fuzz.InputFuzz;
import io.weir.gateway.intake.stamp.StampUnit;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class FlumeFuzzTest {
    private static final byte[] WHOLE =
            "{\"headers\":{\"name\":\"cpu\",\"value_value\":\"1\"},\"body\":\"\"}".getBytes(UTF_8);
    private static final List<byte[]> VALID = Stream.of(
                    "{\"headers\":{\"tag_hostname\":\"flp1\",\"timestamp\":\"1790000000000000000\",\"name\":\"rate\","
                            + "\"value_value\":\"42.5\"},\"body\":\"\"}\n"
                            + "{\"headers\":{\"name\":\"cpu\",\"value_a\":\"x\",\"value_b\":\"nan\"},\"body\":\"\"}\n",
                    "[{\"headers\":{\"name\":\"a b\",\"type_v\":\"long\",\"value_v\":17,\"tag_k\":\"\\u00fc\"}},\n"
                            + " {\"headers\":{\"name\":\"m\",\"value_x\":{\"y\":{\"z\":true}}}, \"body\":\"text\"}]",
                    new String(WHOLE, UTF_8))
            .map(text -> text.getBytes(UTF_8))
            .toList();

    @Test
    @Timeout(value = 30, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void everyEventBecomesALineOrIsCounted() {
        new InputFuzz(intake -> new FlumeIntake(intake.lines, StampUnit.NS), WHOLE, FlumeFuzzTest::holdsNoEvent)
                .run(VALID);
    }

    /** Blanks, and arrays without elements. */
    private static boolean holdsNoEvent(String text) {
        return text.replaceAll("[ \\n\\r\\t]", "").matches("(\\[])*");
    }
}
