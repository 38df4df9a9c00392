package io.weir.gateway.collectd;

import static io.weir.gateway.testing.CollectdPacket.Value.counter;
import static io.weir.gateway.testing.CollectdPacket.Value.derive;
import static io.weir.gateway.testing.CollectdPacket.Value.gauge;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.line.LineError;
import io.weir.contract.line.LineReader;
import io.weir.gateway.fuzz.Damage;
import io.weir.gateway.fuzz.LiveHeap;
import io.weir.gateway.testing.CollectdPacket;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Damaged packets, plain, signed and encrypted, at each security level, each followed by a valid
 * one that must not suffer. Compares the results with {@link PartOracle}, a simple reader of the
 * format.
 */
class CollectdFuzzTest {
    private static final long NOW = 1_795_201_590_000_000_000L;
    private static final CollectdPacket GOOD =
            new CollectdPacket().host("good").plugin("p", "").type("count", "").values(gauge(1));
    /** Leaves room for the protection. */
    private static final int LONGEST_PROTECTED = 65_000;

    private static final String GOOD_LINE = "p,hostname=good,type=count value=1";

    private final List<byte[]> valid = new ArrayList<>();
    private final Outcome outcome = new Outcome();

    @BeforeEach
    void collect() throws IOException {
        for (String name : List.of("plain", "notification", "signed", "encrypted")) {
            valid.add(RealPacketsTest.resource(name + ".bin"));
        }
        CollectdPacket all = new CollectdPacket()
                .host("a b")
                .seconds(1_795_201_590L)
                .plugin("p,", "i=")
                .type("load", "\\")
                .values(gauge(Double.NaN), derive(-1), counter(-1))
                .part(0x4711, new byte[3])
                .number(7, 1)
                .number(9, 1)
                .notification(4, "all \"is\" well");
        valid.add(all.bytes());
        valid.add(all.signed("weir", "kept safe").append(all).bytes());
        valid.add(all.encrypted("weir", "kept safe")
                .append(all.encrypted("other", "x"))
                .append(all)
                .bytes());
    }

    @Test
    @Timeout(value = 30, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void everyPartBecomesALineOrIsCounted() {
        Damage damage = new Damage(Damage.seed(), valid);
        int inputs = Damage.inputs();
        List<ProtectionCheck> checks =
                List.of(check(SecurityLevel.NONE), check(SecurityLevel.SIGN), check(SecurityLevel.ENCRYPT));

        receive(damage, inputs / 2, checks);
        long heap = LiveHeap.bytes();
        receive(damage, inputs - inputs / 2, checks);

        assertThat(LiveHeap.bytes()).as("live heap").isLessThan(heap + LiveHeap.TOLERANCE_BYTES);
        assertThat(outcome.linesEver).isGreaterThan(inputs);
        assertThat(outcome.refusedEver).isGreaterThan(inputs);
    }

    private void receive(Damage damage, int inputs, List<ProtectionCheck> checks) {
        PartOracle oracle = new PartOracle();
        for (int i = 0; i < inputs; i++) {
            byte[] packet = damage.next();
            for (ProtectionCheck check : checks) {
                outcome.clear();
                check.packet(packet, 0, packet.length, NOW);
                outcome.check(packet);
            }
            if (!oracle.hasProtection(packet)) {
                compareWithOracle(oracle, packet, checks);
            }
            goodOneIsTaken(checks.get(0));
        }
    }

    private void compareWithOracle(PartOracle oracle, byte[] packet, List<ProtectionCheck> checks) {
        oracle.read(packet);
        compare(oracle, packet, checks.get(0));
        for (ProtectionCheck closed : checks.subList(1, checks.size())) {
            outcome.clear();
            closed.packet(packet, 0, packet.length, NOW);
            assertThat(outcome.lines).isZero();
            assertThat(outcome.refusedBytes).as("every byte is refused").isEqualTo(packet.length);
        }
        if (packet.length < LONGEST_PROTECTED) {
            CollectdPacket damaged = new CollectdPacket().append(packet);
            compare(oracle, damaged.signed("weir", "kept safe").bytes(), checks.get(0));
            compare(oracle, damaged.encrypted("weir", "kept safe").bytes(), checks.get(0));
        }
    }

    private void compare(PartOracle oracle, byte[] packet, ProtectionCheck check) {
        outcome.clear();
        check.packet(packet, 0, packet.length, NOW);
        if (outcome.lines != oracle.lines || outcome.refused != oracle.refused || outcome.notes != oracle.notes) {
            throw new AssertionError("lines %d of %d, refused %d of %d, notes %d of %d: %s"
                    .formatted(
                            outcome.lines,
                            oracle.lines,
                            outcome.refused,
                            oracle.refused,
                            outcome.notes,
                            oracle.notes,
                            HexFormat.of().formatHex(packet)));
        }
    }

    private void goodOneIsTaken(ProtectionCheck check) {
        byte[] good = GOOD.bytes();
        outcome.clear();
        check.packet(good, 0, good.length, NOW);
        assertThat(outcome.lines).isEqualTo(1);
        assertThat(outcome.lastLine).isEqualTo(GOOD_LINE);
    }

    private ProtectionCheck check(SecurityLevel level) {
        Users users = new Users(Map.of("weir", "kept safe"));
        long window = TimeUnit.MINUTES.toNanos(5);
        ReplayMemory replays = new ReplayMemory(window, 12, early -> {});
        Protection protection = new Protection(level, () -> users, window, replays);
        return new ProtectionCheck(
                protection, new Content(Naming.WEIR, new TypesDb(List.of()), protection.window(), outcome), outcome);
    }

    /** Counts, and checks that every line is valid line protocol. */
    private static final class Outcome implements Outlet {
        private final LineReader reader = new LineReader();
        long linesEver;
        long refusedEver;
        int lines;
        int refused;
        long refusedBytes;
        long notes;
        String lastLine = "";

        void clear() {
            linesEver += lines;
            refusedEver += refused;
            lines = 0;
            refused = 0;
            refusedBytes = 0;
            notes = 0;
        }

        @Override
        public void lines(byte[] bytes, int length) {
            reader.wrap(bytes, 0, length);
            int newlines = 0;
            while (reader.next()) {
                lines++;
                newlines++;
                if (reader.error() != LineError.NONE && reader.error() != LineError.NOT_UTF8) {
                    throw new AssertionError(reader.error() + ": " + new String(bytes, 0, length, UTF_8));
                }
                lastLine = new String(bytes, reader.lineStart(), reader.lineEnd() - reader.lineStart(), UTF_8);
            }
            assertThat(newlines).isPositive();
        }

        @Override
        public void refuse(PacketError why, byte[] bytes, int from, int to, int at) {
            refused++;
            refusedBytes += to - from;
            assertThat(from).isLessThan(to);
            assertThat(at).isBetween(from, to - 1);
        }

        @Override
        public void note(String what, long count) {
            notes += count;
        }

        void check(byte[] packet) {
            if (refusedBytes > packet.length) {
                throw new AssertionError(
                        "refused more than there is: " + HexFormat.of().formatHex(packet));
            }
        }
    }
}
