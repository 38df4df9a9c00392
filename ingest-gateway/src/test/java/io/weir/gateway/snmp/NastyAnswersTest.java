package io.weir.gateway.snmp;

import static io.weir.gateway.intake.OneInput.await;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.testing.OpenedInput;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.snmp4j.PDU;
import org.snmp4j.smi.Integer32;
import org.snmp4j.smi.OID;
import org.snmp4j.smi.OctetString;
import org.snmp4j.smi.VariableBinding;

/** A device answers wrongly, and has {@code up} 0 until it answers rightly. */
class NastyAnswersTest {
    private static final String STAMP = " [0-9]{19}";

    private FakeDevice device;
    private String tags;
    private Path community;

    @BeforeEach
    void start(@TempDir Path folder) throws IOException {
        community = Files.writeString(folder.resolve("community"), "public\n");
        device = FakeDevice.start().with("1.2.3.1.1.1", new OctetString("a")).with("1.2.3.1.2.1", new Integer32(1));
        tags = ",instance=" + device.address() + ",job=switches";
    }

    @AfterEach
    void stop() {
        device.close();
    }

    /** Makes a wrong answer of the request and the right answer. */
    interface Nasty extends BiFunction<PDU, PDU, byte[]> {}

    static Stream<Arguments> nasty() {
        return Stream.of(
                nasty("nothing at all", Failure.TIMEOUT, (request, right) -> new byte[0]),
                nasty("one byte", Session.BROKEN, (request, right) -> new byte[] {0x30}),
                nasty("text", Session.BROKEN, (request, right) -> "no such community".getBytes(US_ASCII)),
                nasty("cut in the middle", Session.BROKEN, (request, right) -> cut(FakeDevice.message(right), 2)),
                nasty("cut by a byte", Session.BROKEN, (request, right) -> {
                    byte[] message = FakeDevice.message(right);
                    return Arrays.copyOf(message, message.length - 1);
                }),
                nasty(
                        "a length of 2 GiB",
                        Session.BROKEN,
                        (request, right) -> bytes(0x30, 0x84, 0x7f, 0xff, 0xff, 0xff, 2, 1, 1, 4, 1, 'x')),
                nasty(
                        "a length of 8 bytes",
                        Session.BROKEN,
                        (request, right) -> bytes(0x30, 0x88, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2, 1, 1)),
                nasty("an endless length", Session.BROKEN, (request, right) -> bytes(0x30, 0x80, 2, 1, 1, 0, 0)),
                nasty(
                        "a community of 2 GiB",
                        Session.BROKEN,
                        (request, right) -> bytes(0x30, 9, 2, 1, 1, 4, 0x84, 0x7f, 0xff, 0xff, 0xff)),
                nasty("an unknown version", Session.BROKEN, (request, right) -> {
                    byte[] message = FakeDevice.message(right);
                    message[versionAt(message)] = 7;
                    return message;
                }),
                nasty("another request's id", Failure.TIMEOUT, (request, right) -> {
                    right.setRequestID(new Integer32(request.getRequestID().getValue() ^ 0x5555));
                    return FakeDevice.message(right);
                }),
                nasty("the request itself", Failure.TIMEOUT, (request, right) -> FakeDevice.message(request)),
                nasty("a value of an unknown type", Failure.TIMEOUT, (request, right) -> {
                    byte[] message = FakeDevice.message(right);
                    message[message.length - 2] = 61; // The last value is an exception without content.
                    return message;
                }),
                nasty("no values", Failure.WRONG_ANSWER, (request, right) -> {
                    right.clear();
                    return response(request, right);
                }),
                nasty("too many values", Failure.WRONG_ANSWER, (request, right) -> {
                    for (int i = 0; i < 21; i++) {
                        right.add(new VariableBinding(new OID("1.2.3.1.1." + (i + 1)), new Integer32(i)));
                    }
                    return FakeDevice.message(right);
                }),
                nasty("the same object for ever", Failure.NOT_INCREASING, (request, right) -> {
                    right.clear();
                    right.add(new VariableBinding(new OID("1.2.3.1.1.1"), new Integer32(1)));
                    right.add(new VariableBinding(new OID("1.2.3.1.2.1"), new Integer32(1)));
                    return response(request, right);
                }),
                nasty("objects that go back", Failure.NOT_INCREASING, (request, right) -> {
                    right.clear();
                    for (int i = 5; i > 0; i--) {
                        right.add(new VariableBinding(new OID("1.2.3.1.1." + i), new Integer32(1)));
                        right.add(new VariableBinding(new OID("1.2.3.1.2." + i), new Integer32(1)));
                    }
                    return response(request, right);
                }),
                nasty("the column without an index", Failure.NOT_INCREASING, (request, right) -> {
                    right.clear();
                    right.add(new VariableBinding(new OID("1.2.3.1.1"), new Integer32(1)));
                    return response(request, right);
                }),
                nasty("a table without an end", Failure.TOO_MANY_ROWS, (request, right) -> {
                    right.clear();
                    for (int row = 0; row < request.getMaxRepetitions(); row++) {
                        for (VariableBinding each : request.getVariableBindings()) {
                            OID next = new OID(each.getOid());
                            next = next.size() == 5
                                    ? next.append(1 + row)
                                    : next.trim().append(each.getOid().last() + 1 + row);
                            right.add(new VariableBinding(next, new Integer32(1)));
                        }
                    }
                    return response(request, right);
                }),
                nasty("an error", Failure.ERROR, (request, right) -> {
                    right.setErrorStatus(PDU.authorizationError);
                    right.setErrorIndex(1_000);
                    return FakeDevice.message(right);
                }),
                nasty("an unknown error", Failure.ERROR, (request, right) -> {
                    right.setErrorStatus(-7);
                    right.setErrorIndex(-1);
                    return FakeDevice.message(right);
                }),
                nasty("too big even for one value", Failure.ERROR, (request, right) -> {
                    right.clear();
                    right.setErrorStatus(PDU.tooBig);
                    return response(request, right);
                }),
                nasty("a report", Failure.REPORT, (request, right) -> {
                    right.setType(PDU.REPORT);
                    return FakeDevice.message(right);
                }),
                nasty("a report without reason", Failure.TIMEOUT, (request, right) -> {
                    right.clear();
                    right.setType(PDU.REPORT);
                    right.setRequestID(request.getRequestID());
                    return FakeDevice.message(right);
                }));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("nasty")
    void theDeviceIsDownUntilItAnswersRightly(String name, String warning, Nasty nasty) {
        device.answering(request -> nasty.apply(request, device.answer(request)));
        try (OpenedInput input = open()) {
            until(input, "up" + tags + " value=0" + STAMP);
            await(warning, () -> input.counts().warnings.of(warning) > 0);
            assertThat(input.has("port.*")).isFalse();
            device.answeringWith(right -> right);
            until(input, "port" + tags + ",name=a octets=1i" + STAMP);
            until(input, "up" + tags + " value=1" + STAMP);
            assertThat(input.counts().warnings.of(Failure.INTERNAL_ERROR)).isZero();
        }
    }

    /** Only who has seen the request can answer it from elsewhere. */
    @Test
    void anAnswerFromAnotherAddressIsRefused() throws IOException {
        try (DatagramSocket other = new DatagramSocket(0, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
            device.answeringElsewhere(other);
            try (OpenedInput input = open()) {
                until(input, "up" + tags + " value=0" + STAMP);
                await("other address", () -> input.counts().warnings.of(Failure.OTHER_ADDRESS) > 0);
                assertThat(input.has("port.*")).isFalse();
            }
        }
    }

    private static Arguments nasty(String name, String warning, Nasty nasty) {
        return Arguments.of(name, warning, nasty);
    }

    private static byte[] response(PDU request, PDU answer) {
        answer.setType(PDU.RESPONSE);
        answer.setRequestID(request.getRequestID());
        return FakeDevice.message(answer);
    }

    private static byte[] cut(byte[] message, int part) {
        return Arrays.copyOf(message, message.length / part);
    }

    private static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }

    /** Behind the tag and the length of the message, the tag and the length of the version. */
    private static int versionAt(byte[] message) {
        return (message[1] & 0x80) == 0 ? 4 : 4 + (message[1] & 0x7F);
    }

    private OpenedInput open() {
        return OpenedInput.open("snmp: {enabled: true, shared: false, jobs: [{job-name: switches, interval: 150ms"
                + ", timeout: 150ms, request-timeout: 50ms, retries: 1, row-limit: 50,"
                + " community-file: " + community + ", static: [{targets: ['" + device.address() + "']}],"
                + " tables: [{measurement: port, table: 1.2.3, tags: {name: 1}, columns: {octets: 2}}]}]}");
    }

    private static void until(OpenedInput input, String line) {
        await(line, () -> input.has(line));
    }
}
