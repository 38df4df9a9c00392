package io.weir.gateway.snmp;

import static io.weir.gateway.intake.OneInput.await;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.exposition.HeldBytes;
import io.weir.gateway.fuzz.Damage;
import io.weir.gateway.fuzz.LiveHeap;
import io.weir.gateway.intake.Intake;
import io.weir.gateway.intake.batch.Parcel;
import io.weir.gateway.intake.stamp.ReceiveClock;
import io.weir.gateway.testing.OpenedInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.snmp4j.PDU;
import org.snmp4j.smi.Counter64;
import org.snmp4j.smi.Integer32;
import org.snmp4j.smi.OID;
import org.snmp4j.smi.OctetString;
import org.snmp4j.smi.Opaque;
import org.snmp4j.smi.Variable;
import org.snmp4j.smi.VariableBinding;

/** Answers in which any bytes are changed, cut or repeated. */
class SnmpFuzzTest {
    private static final int ROWS = 20;
    private static final Table PORTS = new Table(
            "port",
            false,
            Optional.empty(),
            List.of(new Column("name", new OID("1.2.3.1.1"))),
            List.of(new Column("octets", new OID("1.2.3.1.2")), new Column("text", new OID("1.2.3.1.3"))));
    private static final Table SCALARS =
            Table.scalars("one", List.of(new Column("a", new OID("1.9.1")), new Column("b", new OID("1.9.2"))));

    private final Intake intake = new Intake(128 << 10, 1000, Integer.MAX_VALUE, 1 << 30);
    private final HeldBytes memory = new HeldBytes(1 << 20);
    private final RowLines lines = new RowLines(intake.lines, new ReceiveClock(Clock.systemUTC(), System::nanoTime));
    private long taken;
    private long refused;
    private long failed;

    /** Each row of an answer becomes a line or a refusal, or the table fails; the next one is as ever. */
    @Test
    void everyRowArrivesOrIsCounted() throws IOException {
        byte[] table = FakeDevice.message(table());
        byte[] scalars = FakeDevice.message(scalars());
        Damage damage = new Damage(Damage.seed(), List.of(table, scalars));
        int inputs = Damage.inputs();
        for (int i = 0; i < inputs / 2; i++) {
            take(damage.next(), i % 2 == 0, table);
        }
        long heap = LiveHeap.bytes();
        for (int i = 0; i < inputs / 2; i++) {
            take(damage.next(), i % 2 == 0, table);
        }
        assertThat(LiveHeap.bytes()).as("live heap").isLessThan(heap + LiveHeap.TOLERANCE_BYTES);
        assertThat(memory.bytes()).isZero();
        int wholes = inputs / 2 * 2;
        assertThat(taken - 2L * wholes).as("rows of damaged answers").isPositive();
        assertThat(refused - 2L * wholes).as("refusals of damaged answers").isPositive();
        assertThat(failed).isGreaterThan(inputs / 10);
    }

    private void take(byte[] damaged, boolean isTable, byte[] whole) {
        take(damaged, isTable);
        long takenBefore = taken;
        long refusedBefore = refused;
        take(whole, true);
        if (taken != takenBefore + 2
                || refused != refusedBefore + 2
                || intake.counts.lines.sum() != taken + refused
                || intake.counts.rejected.total() != refused) {
            throw new AssertionError("a neighbour or the counts came to harm: taken " + (taken - takenBefore)
                    + ", refused " + (refused - refusedBefore) + " after: "
                    + HexFormat.of().formatHex(damaged));
        }
    }

    private void take(byte[] message, boolean isTable) {
        Table table = isTable ? PORTS : SCALARS;
        Rows rows = new Rows(table.columns().size(), ROWS, memory);
        Reading reading = isTable ? new TableReading(table, rows, 10) : new ScalarReading(table, rows);
        reading.ask(new PDU());
        PDU answer = pdu(message);
        if (answer == null || reading.answer(answer) != null) {
            failed++;
        } else {
            assertThat(rows.all().size()).isLessThanOrEqualTo(ROWS);
            lines.begin(Intake.SOURCE);
            LiveRows live = new LiveRows(memory);
            lines.write("port".getBytes(US_ASCII), table, rows, live, Intake.NOW_MILLIS);
            lines.handOver();
            live.forget();
        }
        rows.release();
        intake.lines.flush();
        for (Parcel parcel : intake.queued()) {
            if (parcel instanceof Parcel.Batch batch) {
                taken += batch.lineCount();
            } else {
                refused++;
            }
        }
    }

    /** Null if the library refuses the message, whose dispatcher ignores all exceptions. */
    private static @Nullable PDU pdu(byte[] message) {
        try {
            return FakeDevice.pdu(message);
        } catch (IOException | RuntimeException e) {
            return null;
        }
    }

    /** Two rows arrive, of which one has a value that is refused; and one row has no name. */
    private static PDU table() {
        return answer(
                "1.2.3.1.1.1", new OctetString("eth1"),
                "1.2.3.1.2.1", new Counter64(1L << 40),
                "1.2.3.1.3.1", new OctetString(new byte[] {0, 1, 2}),
                "1.2.3.1.1.2", new OctetString("eth2"),
                "1.2.3.1.2.2", new Counter64(-1),
                "1.2.3.1.3.2", new Opaque(new byte[] {1, 2, 3}),
                "1.2.3.1.1.3", new OctetString(),
                "1.2.3.1.2.3", new Integer32(7),
                "1.2.3.1.3.3", new OctetString("x"));
    }

    private static PDU scalars() {
        return answer("1.9.1.0", new Integer32(1), "1.9.2.0", new OctetString("b"));
    }

    private static PDU answer(Object... values) {
        PDU answer = new PDU();
        answer.setType(PDU.RESPONSE);
        answer.setRequestID(new Integer32(1));
        for (int i = 0; i < values.length; i += 2) {
            answer.add(new VariableBinding(new OID((String) values[i]), (Variable) values[i + 1]));
        }
        return answer;
    }

    /** Also with the library, through a socket. */
    @Test
    void devicesWithDamagedAnswersHarmNoOther(@TempDir Path folder) throws IOException {
        Path community = Files.writeString(folder.resolve("community"), "public\n");
        long seed = Damage.seed();
        List<FakeDevice> devices = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            FakeDevice device = FakeDevice.start();
            device.with("1.2.3.1.1.1", new OctetString("eth" + i)).with("1.2.3.1.2.1", new Integer32(i));
            long own = seed + i;
            device.answering(request -> new Damage(
                            own + device.requests().size(), List.of(FakeDevice.message(device.answer(request))))
                    .next());
            devices.add(device);
        }
        FakeDevice right = devices.get(0).answeringWith(answer -> answer);
        String targets = devices.stream().map(FakeDevice::address).collect(Collectors.joining("', '", "'", "'"));
        try (OpenedInput input = OpenedInput.open("snmp: {enabled: true, shared: false, jobs: [{job-name: damaged,"
                + " interval: 100ms, request-timeout: 20ms, retries: 1, community-file: " + community
                + ", tables: [{measurement: port, table: 1.2.3, tags: {name: 1}, columns: {octets: 2}}],"
                + " static: [{targets: [" + targets + "]}]}]}")) {
            await(
                    "requests",
                    () -> devices.stream()
                                    .mapToInt(each -> each.requests().size())
                                    .sum()
                            > 200);
            int before = right.requests().size();
            await("the right one is polled on", () -> right.requests().size() > before + 1);
            devices.forEach(device -> device.answeringWith(answer -> answer));
            for (int i = 0; i < devices.size(); i++) {
                String up = "up,instance=" + devices.get(i).address() + ",job=damaged value=1 .*";
                await(up, () -> input.has(up));
                String line = "port,.*,name=eth" + i + " octets=" + i + "i .*";
                await(line, () -> input.has(line));
            }
            assertThat(input.counts().warnings.of(Failure.INTERNAL_ERROR)).isZero();
        } finally {
            devices.forEach(FakeDevice::close);
        }
    }
}
