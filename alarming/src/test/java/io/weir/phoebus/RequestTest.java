package io.weir.phoebus;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.AlarmCommand;
import io.weir.contract.alarm.Operation;
import io.weir.contract.alarm.Source;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestTest {

    private static final Source SOURCE = new Source("AcceleratorCommand", 0, 17);
    private static final long SAID_MILLIS = 1_795_168_800_123L;
    private static final String ACKNOWLEDGE = "{\"user\":\"anna\",\"host\":\"console3\",\"command\":\"acknowledge\"}";

    @Test
    void anAcknowledgementHasAStableId() {
        Request request = read("command:/Accelerator/cpu-high/TPC/flp1", ACKNOWLEDGE);

        assertThat(request.commands())
                .containsExactly(new AlarmCommand(
                        "phoebus/AcceleratorCommand/0@17/1795168800123",
                        Instant.ofEpochMilli(SAID_MILLIS),
                        "anna (console3)",
                        Operation.ACKNOWLEDGE,
                        null,
                        "cpu-high/TPC/flp1",
                        null,
                        null,
                        null,
                        null));
        assertThat(read("command:/Accelerator/cpu-high/TPC/flp1", ACKNOWLEDGE)).isEqualTo(request);
    }

    @Test
    void selfAddressesTheAlarmAlone() {
        AlarmCommand command = only(read("command:/Accelerator/cpu-high/TPC/(self)", ACKNOWLEDGE));

        assertThat(command.alarm()).isEqualTo("cpu-high/TPC");
        assertThat(command.subtree()).isNull();
    }

    @Test
    void theRootAddressesEveryRule() {
        Request request = read("command:/Accelerator", ACKNOWLEDGE);

        assertThat(request.commands()).extracting(AlarmCommand::rule).containsExactly("cpu-high", "disk-full");
        assertThat(request.commands()).extracting(AlarmCommand::id).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @CsvSource({"acknowledge, ACKNOWLEDGE", "ack, ACKNOWLEDGE", "unacknowledge, UNACKNOWLEDGE", "unack, UNACKNOWLEDGE"})
    void acceptsTheCommandsOfPhoebusServer(String word, Operation operation) {
        Request request = read("command:/Accelerator/a", "{\"user\":\"anna\",\"command\":\"" + word + "\"}");

        assertThat(only(request).operation()).isEqualTo(operation);
        assertThat(only(request).user()).isEqualTo("anna");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "command:/Accelerator/a; {\"user\":\"u\",\"command\":\"maintenance\"}; UNSUPPORTED",
                "command:/Accelerator/a; {\"user\":\"u\",\"command\":\"normal\"}; UNSUPPORTED",
                "command:/Accelerator/a; {\"user\":\"u\",\"command\":\"disable_notify\"}; UNSUPPORTED",
                "command:/Accelerator/a; {\"user\":\"u\",\"command\":\"enable_notify\"}; UNSUPPORTED",
                "command:/Accelerator/a; {\"user\":\"u\",\"command\":\"shutdown\"}; UNSUPPORTED",
                "command:/Accelerator;   {\"user\":\"u\",\"command\":\"restart\"}; RESEND",
                "command:/Accelerator/a; {\"host\":\"h\",\"command\":\"acknowledge\"}; NO_USER",
                "command:/Accelerator/a; {\"user\":\" \",\"command\":\"acknowledge\"}; NO_USER",
                "command:/Accelerator/a; {\"user\":\"u\"}; MALFORMED",
                "command:/Accelerator/a; {\"user\":\"u\",\"command\":{}}; MALFORMED",
                "command:/Accelerator/a; [\"acknowledge\"]; MALFORMED",
                "command:/Accelerator/a; acknowledge; MALFORMED",
                "command:/Accelerator/a; ''; MALFORMED",
                "command:/Accelerator/a; ; MALFORMED",
                "command:/Other/a; {\"user\":\"u\",\"command\":\"acknowledge\"}; UNKNOWN_PATH",
                "command:; {\"user\":\"u\",\"command\":\"acknowledge\"}; UNKNOWN_PATH",
                "state:/Accelerator/a; {\"user\":\"u\",\"command\":\"acknowledge\"}; UNKNOWN_PATH",
                "; {\"user\":\"u\",\"command\":\"acknowledge\"}; UNKNOWN_PATH",
            })
    void refusesInvalidRequests(@Nullable String key, @Nullable String value, Request.Kind kind) {
        Request request = read(key, value);

        assertThat(request.kind()).isEqualTo(kind);
        assertThat(request.commands()).isEmpty();
    }

    @Test
    void refusesLongPathsAndTruncatesLongUsers() {
        assertThat(read("command:/Accelerator/" + "a".repeat(5_000), ACKNOWLEDGE)
                        .kind())
                .isEqualTo(Request.Kind.MALFORMED);
        String user = "u".repeat(500);
        assertThat(only(read("command:/Accelerator/a", "{\"user\":\"" + user + "\",\"command\":\"ack\"}"))
                        .user())
                .hasSize(AlarmCommand.LONGEST_NAME);
    }

    @Test
    void noInputCausesAFailure() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        int sent = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] value = ACKNOWLEDGE.getBytes(UTF_8);
            for (int spoilt = random.nextInt(3); spoilt > 0; spoilt--) {
                value[random.nextInt(value.length)] = (byte) random.nextInt(256);
            }
            Request request = Request.read(
                    SOURCE, random.nextLong(), "command:/Accelerator/a", value, "/Accelerator", List.of("a"));
            sent += request.kind() == Request.Kind.SENT ? 1 : 0;
            assertThat(request.commands()).as("seed %d", seed).hasSize(request.kind() == Request.Kind.SENT ? 1 : 0);
        }
        assertThat(sent).as("seed %d", seed).isGreaterThan(5_000).isLessThan(20_000);
    }

    private static AlarmCommand only(Request request) {
        assertThat(request.commands()).hasSize(1);
        return request.commands().get(0);
    }

    private static Request read(@Nullable String key, @Nullable String value) {
        byte[] bytes = value == null ? null : value.getBytes(UTF_8);
        return Request.read(SOURCE, SAID_MILLIS, key, bytes, "/Accelerator", List.of("cpu-high", "disk-full"));
    }
}
