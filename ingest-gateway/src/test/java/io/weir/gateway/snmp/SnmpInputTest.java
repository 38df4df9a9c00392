package io.weir.gateway.snmp;

import static io.weir.gateway.intake.OneInput.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.service.StartException;
import io.weir.gateway.testing.OpenedInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.snmp4j.PDU;
import org.snmp4j.smi.Counter32;
import org.snmp4j.smi.Counter64;
import org.snmp4j.smi.Gauge32;
import org.snmp4j.smi.Integer32;
import org.snmp4j.smi.IpAddress;
import org.snmp4j.smi.OID;
import org.snmp4j.smi.OctetString;
import org.snmp4j.smi.Opaque;
import org.snmp4j.smi.TimeTicks;

/** Polls small devices over UDP. */
class SnmpInputTest {
    private static final String STAMP = " [0-9]{19}";
    private static final String PORTS =
            "{measurement: port, table: 1.2.3, tags: {name: 1}, columns: {octets: 2, status: 3}}";

    private FakeDevice device;
    private String tags;
    private Path community;

    @BeforeEach
    void start(@TempDir Path folder) throws IOException {
        community = Files.writeString(folder.resolve("community"), "public\n");
        device = FakeDevice.start();
        tags = ",instance=" + device.address() + ",job=switches";
    }

    @AfterEach
    void stop() {
        device.close();
    }

    @Test
    void rowsArriveWithTheirDeviceAndSamplesAboutIt() {
        for (int row = 1; row <= 25; row++) {
            device.with("1.2.3.1.1." + row, new OctetString("eth" + row));
            device.with("1.2.3.1.2." + row, new Counter64(1L << row));
        }
        device.with("1.2.3.1.3.7", new Integer32(-1)).with("1.2.4.0", new Integer32(5));
        try (OpenedInput input = open("tables: [" + PORTS + "]")) {
            until(input, "port" + tags + ",name=eth1 octets=2i" + STAMP);
            until(input, "port" + tags + ",name=eth25 octets=33554432i" + STAMP);
            until(input, "port" + tags + ",name=eth7 octets=128i,status=-1i" + STAMP);
            until(input, "up" + tags + " value=1" + STAMP);
            until(input, "snmp_rows" + tags + " value=25" + STAMP);
            until(input, "snmp_duration_seconds" + tags + " value=[0-9.E-]+" + STAMP);
            await(
                    "a second poll",
                    () -> input.lines().stream()
                                    .filter(line -> line.startsWith("up,"))
                                    .count()
                            > 1);
            assertThat(input.counts().rejected.total()).isZero();
            assertThat(input.counts().warnings.total()).isZero();
            assertThat(input.counts().bytes.sum()).isPositive();
        }
        assertThat(device.requests()).allMatch(request -> request.getMaxRepetitions() == 10);
    }

    /** All lines of a poll have the time at which it began, in milliseconds. */
    @Test
    void aPollHasOneTimestamp() {
        device.with("1.2.3.1.1.1", new OctetString("a")).with("1.2.3.1.2.1", new Integer32(1));
        try (OpenedInput input = open("tables: [" + PORTS + "]")) {
            until(input, "snmp_rows.*");
            List<String> stamps = input.lines().stream()
                    .limit(4)
                    .map(line -> line.substring(line.lastIndexOf(' ') + 1))
                    .distinct()
                    .toList();
            assertThat(stamps).singleElement().asString().endsWith("000000");
        }
    }

    @Test
    void everyTypeBecomesAFieldOrIsRefused() {
        device.with("1.9.1.0", new Integer32(Integer.MIN_VALUE))
                .with("1.9.2.0", new Counter32(0xFFFF_FFFFL))
                .with("1.9.3.0", new Gauge32(0x8000_0000L))
                .with("1.9.4.0", new TimeTicks(4_294_967_295L))
                .with("1.9.5.0", new Counter64(Long.MAX_VALUE))
                .with("1.9.6.0", new Counter64(-1))
                .with("1.9.7.0", new OctetString("uplink \u00e8 \"x\"\n".getBytes(UTF_8)))
                .with("1.9.8.0", new OctetString(new byte[] {0, 0x1b, (byte) 0xff}))
                .with("1.9.9.0", new OctetString(new byte[] {'u', 'p', 's', 0, 0}))
                .with("1.9.10.0", new OctetString())
                .with("1.9.11.0", new OID("1.3.6.1"))
                .with("1.9.12.0", new IpAddress("10.0.0.1"))
                .with("1.9.13.0", new Opaque(new byte[] {1, 2}));
        StringBuilder columns = new StringBuilder();
        for (int i = 1; i <= 14; i++) { // The last one is missing.
            columns.append(columns.isEmpty() ? "" : ", ").append("f%02d: 1.9.%d".formatted(i, i));
        }
        try (OpenedInput input = open("scalars: [{measurement: all, columns: {" + columns + "}}]")) {
            until(
                    input,
                    "all" + tags + " f01=-2147483648i,f02=4294967295i,f03=2147483648i,f04=4294967295i"
                            + ",f05=9223372036854775807i,f06=18446744073709551615u,f07=\"uplink \u00e8 \\\\\"x\\\\\"\n\""
                            + ",f08=\"00:1b:ff\",f09=\"ups\",f10=\"\",f11=\"1.3.6.1\",f12=\"10.0.0.1\"" + STAMP);
            await("refusal", () -> input.counts().rejected.of(RowLines.TYPE) > 0);
            assertThat(input.refused()).contains(RowLines.TYPE + ": 1.9.13.0 Opaque 01:02");
            assertThat(input.counts().rejected.total())
                    .isEqualTo(input.counts().rejected.of(RowLines.TYPE));
        }
    }

    @Test
    void rowsWithoutATagOrWithTagsOfAnotherAreRefusedAlone() {
        device.with("1.2.3.1.1.1", new OctetString("a"))
                .with("1.2.3.1.1.2", new OctetString("a"))
                .with("1.2.3.1.1.4", new OctetString(""))
                .with("1.2.3.1.2.1", new Integer32(1))
                .with("1.2.3.1.2.2", new Integer32(2))
                .with("1.2.3.1.2.3", new Integer32(3))
                .with("1.2.3.1.2.4", new Integer32(4));
        try (OpenedInput input = open("tables: [" + PORTS + "]")) {
            until(input, "up" + tags + " value=1" + STAMP);
            await("refusals", () -> input.refused().size() >= 3);
            assertThat(input.refused())
                    .contains("snmp-duplicate-row: 1.2.3.1.1.2 OCTET STRING a")
                    .contains("snmp-no-tag: 1.2.3.1.1.3", "snmp-no-tag: 1.2.3.1.1.4");
            assertThat(input.lines())
                    .filteredOn(line -> line.startsWith("port"))
                    .allMatch(line -> line.matches("port" + tags + ",name=a octets=1i" + STAMP));
        }
    }

    @Test
    void rowsWhoseTagsDifferBeyondAsciiAreAllThere() {
        device.with("1.2.3.1.1.1", new OctetString("B\u00fcro".getBytes(UTF_8)))
                .with("1.2.3.1.1.2", new OctetString("B\u00e4ro".getBytes(UTF_8)))
                .with("1.2.3.1.2.1", new Integer32(1))
                .with("1.2.3.1.2.2", new Integer32(2));
        try (OpenedInput input = open("tables: [" + PORTS + "]")) {
            until(input, "port" + tags + ",name=B\u00fcro octets=1i" + STAMP);
            until(input, "port" + tags + ",name=B\u00e4ro octets=2i" + STAMP);
        }
    }

    @Test
    void theIndexMayBeATag() {
        device.with("1.2.3.1.2.1.10", new Integer32(1)).with("1.2.3.1.2.2.3", new Integer32(2));
        try (OpenedInput input =
                open("tables: [{measurement: slot, table: .1.2.3, index-tag: slot, columns: {load: 1.2.3.1.2}}]")) {
            until(input, "slot" + tags + ",slot=1.10 load=1i" + STAMP);
            until(input, "slot" + tags + ",slot=2.3 load=2i" + STAMP);
        }
    }

    @Test
    void aRequestThatIsTooBigIsMadeSmaller() {
        for (int row = 1; row <= 5; row++) {
            device.with("1.2.3.1.1." + row, new OctetString("eth" + row));
            device.with("1.2.3.1.2." + row, new Integer32(row));
        }
        device.with("1.9.1.0", new Integer32(1)).with("1.9.2.0", new Integer32(2));
        device.answering(request -> {
            int values = request.size() * (request.getType() == PDU.GET ? 1 : request.getMaxRepetitions());
            PDU answer = device.answer(request);
            if (values > 1) {
                answer.clear();
                answer.setType(PDU.RESPONSE);
                answer.setRequestID(request.getRequestID());
                answer.setErrorStatus(PDU.tooBig);
            }
            return FakeDevice.message(answer);
        });
        try (OpenedInput input =
                open("tables: [" + PORTS + "], scalars: [{measurement: one, columns: {a: 1.9.1, b: 1.9.2}}]", "2s")) {
            until(input, "port" + tags + ",name=eth5 octets=5i" + STAMP);
            until(input, "one" + tags + " a=1i,b=2i" + STAMP);
            until(input, "up" + tags + " value=1" + STAMP);
        }
    }

    /** A device answers with as many values as fit, so a request need not bring whole rows. */
    @Test
    void aShortenedAnswerIsContinued() {
        for (int row = 1; row <= 5; row++) {
            device.with("1.2.3.1.1." + row, new OctetString("eth" + row));
            device.with("1.2.3.1.2." + row, new Integer32(row));
        }
        device.answeringWith(answer -> {
            while (answer.size() > 3) {
                answer.remove(3);
            }
            return answer;
        });
        try (OpenedInput input = open("tables: [" + PORTS + "]")) {
            until(input, "port" + tags + ",name=eth5 octets=5i" + STAMP);
            until(input, "snmp_rows" + tags + " value=5" + STAMP);
        }
    }

    @Test
    void aDeviceThatIsSilentHarmsNoOther() throws IOException {
        device.with("1.2.3.1.1.1", new OctetString("a")).with("1.2.3.1.2.1", new Integer32(1));
        try (FakeDevice silent = FakeDevice.start().answering(request -> null);
                FakeDevice six = FakeDevice.start("::1")
                        .with("1.2.3.1.1.1", new OctetString("six"))
                        .with("1.2.3.1.2.1", new Integer32(6));
                OpenedInput input = OpenedInput.open(settings(
                        "'" + device.address() + "', '" + silent.address() + "', '" + six.address()
                                + "', 'no-such-host.invalid'",
                        "tables: [" + PORTS + "]",
                        "400ms"))) {
            until(input, "up,instance=" + silent.address() + ",job=switches value=0" + STAMP);
            until(input, "up,instance=no-such-host.invalid,job=switches value=0" + STAMP);
            until(input, "port" + tags + ",name=a octets=1i" + STAMP);
            until(input, "port,instance=.*,job=switches,name=six octets=6i" + STAMP);
            assertThat(input.counts().warnings.of(Failure.TIMEOUT)).isPositive();
            assertThat(input.counts().warnings.of(Failure.UNKNOWN_HOST)).isPositive();
            // Each request is repeated once.
            assertThat(silent.requests().get(1).getRequestID())
                    .isEqualTo(silent.requests().get(0).getRequestID());
            silent.with("1.2.3.1.1.1", new OctetString("b"))
                    .with("1.2.3.1.2.1", new Integer32(2))
                    .answeringWith(answer -> answer);
            until(input, "up,instance=" + silent.address() + ",job=switches value=1" + STAMP);
        }
    }

    /** Only the poll as a whole is too slow. */
    @Test
    void aDeviceThatAnswersEachRequestSlowlyIsGivenUp() {
        for (int row = 1; row <= 200; row++) {
            device.with("1.2.3.1.2." + row, new Integer32(row));
        }
        device.with("1.2.3.1.1.1", new OctetString("a"));
        device.answering(request -> {
            long untilNanos = System.nanoTime() + 20_000_000;
            while (System.nanoTime() < untilNanos) {
                Thread.onSpinWait();
            }
            return FakeDevice.message(device.answer(request));
        });
        try (OpenedInput input = open("tables: [" + PORTS + "], max-repetitions: 1")) {
            until(input, "up" + tags + " value=0" + STAMP);
            await("timeout", () -> input.counts().warnings.of(Failure.TIMEOUT) > 1);
            assertThat(input.has("port.*")).isFalse();
        }
    }

    @Test
    void aRowThatLeavesItsTableEndsItsSeries() {
        device.with("1.2.3.1.1.1", new OctetString("a b"))
                .with("1.2.3.1.2.1", new Integer32(1))
                .with("1.2.3.1.1.2", new OctetString("b"))
                .with("1.2.3.1.2.2", new Integer32(2));
        try (OpenedInput input = open("tables: [" + PORTS + "]")) {
            until(input, "port" + tags + ",name=b octets=2i" + STAMP);
            device.without("1.2.3.1.1.1").without("1.2.3.1.2.1");
            until(input, "port" + tags + ",name=a\\\\ b weir:end=true" + STAMP);
            device.with("1.2.3.1.1.1", new OctetString("a b")).with("1.2.3.1.2.1", new Integer32(3));
            until(input, "port" + tags + ",name=a\\\\ b octets=3i" + STAMP);
            assertThat(ends(input)).hasSize(1);
        }
    }

    /** A lost answer must not interrupt counters. */
    @Test
    void aTableThatCannotBeReadEndsNoRow() {
        device.with("1.2.3.1.1.1", new OctetString("a"))
                .with("1.2.3.1.2.1", new Integer32(1))
                .with("1.2.3.1.1.2", new OctetString("b"))
                .with("1.2.3.1.2.2", new Integer32(2));
        try (OpenedInput input = open("tables: [" + PORTS + "]")) {
            until(input, "port" + tags + ",name=b octets=2i" + STAMP);
            device.answering(request -> null);
            until(input, "up" + tags + " value=0" + STAMP);
            device.without("1.2.3.1.2.1").answeringWith(answer -> answer);
            until(input, "port" + tags + ",name=a weir:end=true" + STAMP);
            assertThat(ends(input)).hasSize(1);
        }
    }

    private static List<String> ends(OpenedInput input) {
        return input.lines().stream().filter(line -> line.contains("weir:end")).toList();
    }

    /** The other tables of the device are still read. */
    @Test
    void aTableThatFailsCostsOnlyItself() {
        device.with("1.2.3.1.1.1", new OctetString("a")).with("1.2.3.1.2.1", new Integer32(1));
        device.answering(request -> {
            PDU answer = device.answer(request);
            if (request.getType() == PDU.GET) {
                answer.setErrorStatus(PDU.genErr);
                answer.setErrorIndex(1);
            }
            return FakeDevice.message(answer);
        });
        try (OpenedInput input =
                open("tables: [" + PORTS + "], scalars: [{measurement: one, columns: {a: 1.9.1, b: 1.9.2}}]")) {
            until(input, "port" + tags + ",name=a octets=1i" + STAMP);
            until(input, "up" + tags + " value=0" + STAMP);
            assertThat(input.counts().warnings.of(Failure.ERROR)).isPositive();
        }
    }

    @Test
    void devicesOfAFileComeAndGo(@TempDir Path folder) throws IOException {
        device.with("1.2.3.1.1.1", new OctetString("a")).with("1.2.3.1.2.1", new Integer32(1));
        Path file = folder.resolve("devices.json");
        Files.writeString(file, "[{\"targets\": [\"" + device.address() + "\"], \"labels\": {\"rack\": \"A 1\"}}]");
        try (OpenedInput input = OpenedInput.open("snmp: {enabled: true, shared: false, jobs: [{job-name: switches,"
                + " interval: 200ms, community-file: " + community + ", tables: [" + PORTS
                + "], file-sd: [{files: ['" + folder + "/*.json'], refresh-interval: 100ms}]}]}")) {
            until(input, "port" + tags + ",name=a,rack=A\\\\ 1 octets=1i" + STAMP);
            Files.writeString(file, "[{\"targets\": [\"a b\", \"h:0\", \"h:70000\", \"http://h\", \"\"]}]");
            Files.writeString(file, "[{\"targets\": [\"a b\", \"h:0\", \"h:70000\", \"http://h\"]}]");
            until(input, "up" + tags + ",rack=A\\\\ 1 weir:end=true" + STAMP);
            until(input, "port" + tags + ",name=a,rack=A\\\\ 1 weir:end=true" + STAMP);
            int before = device.requests().size();
            assertThat(input.has("up,instance=a.*")).isFalse();
            Files.writeString(file, "[{\"targets\": [\"" + device.address() + "\"]}]");
            until(input, "port" + tags + ",name=a octets=1i" + STAMP);
            assertThat(device.requests().size()).isGreaterThan(before);
        }
    }

    @Test
    void rowsOfADeviceThatLeavesDuringItsPollEnd(@TempDir Path folder) throws Exception {
        device.with("1.2.3.1.1.1", new OctetString("a")).with("1.2.3.1.2.1", new Integer32(1));
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch removed = new CountDownLatch(1);
        device.answering(request -> {
            asked.countDown();
            try {
                removed.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            return FakeDevice.message(device.answer(request));
        });
        Path file = folder.resolve("devices.json");
        Files.writeString(file, "[{\"targets\": [\"" + device.address() + "\"]}]");
        try (OpenedInput input = OpenedInput.open("snmp: {enabled: true, shared: false, jobs: [{job-name: switches,"
                + " interval: 5s, timeout: 5s, request-timeout: 4s, community-file: " + community + ", tables: ["
                + PORTS + "], file-sd: [{files: ['" + folder + "/*.json'], refresh-interval: 100ms}]}]}")) {
            asked.await();
            Files.writeString(file, "[]");
            until(input, "up" + tags + " weir:end=true" + STAMP);
            removed.countDown();
            until(input, "port" + tags + ",name=a octets=1i" + STAMP);
            until(input, "port" + tags + ",name=a weir:end=true" + STAMP);
        } finally {
            removed.countDown();
        }
    }

    @Test
    void anInputWithoutJobsDoesNotStart() {
        assertThatThrownBy(() -> OpenedInput.open("snmp: {enabled: true}"))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("snmp.jobs (WEIR_GATEWAY_SNMP_JOBS)");
    }

    private OpenedInput open(String more) {
        return open(more, "400ms");
    }

    private OpenedInput open(String more, String timeout) {
        return OpenedInput.open(settings("'" + device.address() + "'", more, timeout));
    }

    private String settings(String targets, String more, String timeout) {
        return "snmp: {enabled: true, shared: false, jobs: [{job-name: switches, interval: "
                + (timeout.equals("400ms") ? "500ms" : timeout) + ", timeout: " + timeout
                + ", request-timeout: 150ms, retries: 1, community-file: " + community + ", static: [{targets: ["
                + targets + "]}], " + more + "}]}";
    }

    private static void until(OpenedInput input, String line) {
        await(line, () -> input.has(line));
    }
}
