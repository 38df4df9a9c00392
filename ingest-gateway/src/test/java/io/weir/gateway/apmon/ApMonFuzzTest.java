package io.weir.gateway.apmon;

import static io.weir.gateway.apmon.ApMonBytes.cpp;
import static io.weir.gateway.apmon.ApMonBytes.header;

import io.weir.gateway.fuzz.InputFuzz;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ApMonFuzzTest {
    private static final byte[] WHOLE =
            cpp("secret", "c", "n", 1).parameter("p", 1).integer(1_790_000_000).bytes();
    private static final List<byte[]> VALID = List.of(
            WHOLE,
            cpp("secret", "cpu load", "flp1,readout,detector=TPC,run=17", 4)
                    .parameter("text", "a \"b\"")
                    .parameter("int", -7)
                    .parameter("float", 0.1f)
                    .parameter("double", 1e300)
                    .integer(1_790_000_000)
                    .bytes(),
            header("v:1.3_jp:secret")
                    .string("c")
                    .string("n")
                    .integer(2)
                    .parameter("a", 1L << 40)
                    .parameter("b", Double.NaN)
                    .bytes(),
            new ApMonBytes()
                    .string("c")
                    .string("n")
                    .integer(1)
                    .parameter("p", 1)
                    .bytes());

    @Test
    @Timeout(value = 30, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void everyPacketBecomesALineOrIsCounted() {
        new InputFuzz(
                        intake -> new ApMonIntake(intake.lines, Optional.empty(), List.of("hostname")),
                        WHOLE,
                        String::isEmpty)
                .run(VALID);
    }

    @Test
    @Timeout(value = 30, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void noDamageBypassesThePassword() {
        new InputFuzz(intake -> new ApMonIntake(intake.lines, Optional.of("secret"), List.of()), WHOLE, String::isEmpty)
                .run(VALID);
    }
}
