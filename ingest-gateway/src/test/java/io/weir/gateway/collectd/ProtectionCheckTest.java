package io.weir.gateway.collectd;

import static io.weir.gateway.collectd.SecurityLevel.ENCRYPT;
import static io.weir.gateway.collectd.SecurityLevel.NONE;
import static io.weir.gateway.collectd.SecurityLevel.SIGN;
import static io.weir.gateway.testing.CollectdPacket.Value.gauge;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.testing.CollectdPacket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProtectionCheckTest {
    private static final long MINUTE = 60_000_000_000L;
    private static final long NOW = 1_790_000_000_000_000_000L;
    private static final int MEMORY = 1 << 10;

    private final Heard heard = new Heard();
    private long forgottenEarly;
    private Users users = new Users(Map.of("alice", "secret", "bob", "other"));

    /** For each packet, the accepted values or the rejection reason. */
    private record Let(String plain, String signed, String encrypted) {}

    @Test
    void eachLevelAcceptsEqualOrBetterProtection() {
        lets(NONE, new Let("1", "1", "1"));
        lets(SIGN, new Let("collectd-unsigned", "1", "1"));
        lets(ENCRYPT, new Let("collectd-unencrypted", "collectd-unencrypted", "1"));
    }

    private void lets(SecurityLevel level, Let expected) {
        assertThat(outcome(level, good(1))).isEqualTo(expected.plain());
        assertThat(outcome(level, good(1).signed("alice", "secret"))).isEqualTo(expected.signed());
        assertThat(outcome(level, good(1).encrypted("alice", "secret"))).isEqualTo(expected.encrypted());
    }

    @Test
    void aWrongPasswordIsRefusedAtAnyLevel() {
        for (SecurityLevel level : List.of(NONE, SIGN)) {
            assertThat(outcome(level, good(1).signed("alice", "wrong"))).isEqualTo("collectd-bad-signature");
            assertThat(outcome(level, good(1).signed("bob", "secret"))).isEqualTo("collectd-bad-signature");
        }
        for (SecurityLevel level : SecurityLevel.values()) {
            assertThat(outcome(level, good(1).encrypted("alice", "wrong"))).isEqualTo("collectd-bad-checksum");
        }
    }

    @Test
    void anUnknownUserIsRefusedAtAnyLevel() {
        assertThat(outcome(SIGN, good(1).signed("mallory", "secret"))).isEqualTo("collectd-unknown-user");
        assertThat(outcome(SIGN, good(1).signed("mallory", "stranger"))).isEqualTo("collectd-unknown-user");
        assertThat(outcome(ENCRYPT, good(1).encrypted("mallory", "stranger"))).isEqualTo("collectd-unknown-user");
        assertThat(outcome(NONE, good(1).encrypted("mallory", "secret"))).isEqualTo("collectd-unknown-user");
    }

    @Test
    void aSignatureMeansNothingIfItCannotBeVerified() {
        users = Users.NONE;
        assertThat(outcome(NONE, good(1).signed("alice", "secret"))).isEqualTo("1");
        assertThat(outcome(SIGN, good(1).signed("alice", "secret"))).isEqualTo("collectd-unknown-user");
    }

    @Test
    void plainPartsAroundProtectedOnesAreRefused() {
        CollectdPacket signed = new CollectdPacket().append(good(1)).append(good(2).signed("alice", "secret"));
        assertThat(outcome(SIGN, signed)).isEqualTo("2 collectd-unsigned");
        CollectdPacket encrypted =
                good(1).append(good(2).encrypted("alice", "secret")).append(good(3));
        assertThat(outcome(ENCRYPT, encrypted)).isEqualTo("2 collectd-unencrypted collectd-unencrypted");
        assertThat(outcome(SIGN, encrypted)).isEqualTo("2 collectd-unsigned collectd-unsigned");
        assertThat(outcome(NONE, encrypted)).isEqualTo("1 2 3");
    }

    @Test
    void severalProtectedPartsAreTakenEachByItself() {
        CollectdPacket two = good(1).encrypted("alice", "secret").append(good(2).encrypted("bob", "other"));
        assertThat(outcome(ENCRYPT, two)).isEqualTo("1 2");
        CollectdPacket oneIsWrong = good(1).encrypted("alice", "secret").append(good(2).encrypted("bob", "secret"));
        assertThat(outcome(ENCRYPT, oneIsWrong)).isEqualTo("1 collectd-bad-checksum");
        CollectdPacket signedTwice =
                good(1).append(good(2).signed("bob", "other")).signed("alice", "secret");
        assertThat(outcome(SIGN, signedTwice)).isEqualTo("1 2");
        CollectdPacket mixed = good(1).append(good(2).encrypted("bob", "other")).signed("alice", "secret");
        assertThat(outcome(SIGN, mixed)).isEqualTo("1 2");
        assertThat(outcome(ENCRYPT, mixed)).isEqualTo("2 collectd-unencrypted");
    }

    @Test
    void namesDoNotReachOverProtection() {
        CollectdPacket leaning = good(1).encrypted("alice", "secret")
                .append(new CollectdPacket().values(gauge(2)).encrypted("alice", "secret"));
        assertThat(outcome(ENCRYPT, leaning)).isEqualTo("1 collectd-nameless");
    }

    @Test
    void everyChangedByteOfAProtectedPacketIsNoticed() {
        byte[] signed = good(1).signed("alice", "secret").bytes();
        byte[] encrypted = good(1).encrypted("alice", "secret").bytes();
        for (int at = 0; at < signed.length; at++) {
            assertThat(outcome(SIGN, flipped(signed, at))).as("byte %d", at).startsWith("collectd-");
        }
        for (int at = 0; at < encrypted.length; at++) {
            assertThat(outcome(ENCRYPT, flipped(encrypted, at)))
                    .as("byte %d", at)
                    .startsWith("collectd-");
        }
    }

    @Test
    void protectionThatIsTooShortIsRefused() {
        assertThat(outcome(SIGN, new CollectdPacket().part(0x200, new byte[32]).append(good(1))))
                .isEqualTo("collectd-signature");
        assertThat(outcome(SIGN, new CollectdPacket().part(0x210, new byte[0]))).isEqualTo("collectd-encryption");
        assertThat(outcome(SIGN, new CollectdPacket().part(0x210, new byte[] {0, 1, 'a'})))
                .isEqualTo("collectd-encryption");
        assertThat(outcome(SIGN, new CollectdPacket().part(0x210, new byte[60])))
                .isEqualTo("collectd-encryption");
        byte[] tooLongAName = new byte[60];
        tooLongAName[0] = -1;
        assertThat(outcome(SIGN, new CollectdPacket().part(0x210, tooLongAName)))
                .isEqualTo("collectd-encryption");
    }

    @Test
    void keysChangeFromOnePacketToTheNext() {
        ProtectionCheck check = check(SIGN);
        assertThat(outcome(check, good(1).signed("alice", "secret").bytes())).isEqualTo("1");
        users = new Users(Map.of("alice", "new"));
        assertThat(outcome(check, good(2).signed("alice", "secret").bytes())).isEqualTo("collectd-bad-signature");
        assertThat(outcome(check, good(2).signed("alice", "new").bytes())).isEqualTo("2");
        users = Users.NONE;
        assertThat(outcome(check, good(3).signed("alice", "new").bytes())).isEqualTo("collectd-unknown-user");
    }

    @Test
    void aProtectedPacketIsTakenOnce() {
        for (SecurityLevel level : List.of(SIGN, ENCRYPT)) {
            ProtectionCheck check = check(level);
            byte[] packet = protectedBy(level, good(1)).bytes();
            assertThat(outcome(check, packet)).isEqualTo("1");
            assertThat(outcome(check, packet)).isEqualTo("collectd-replayed");
            assertThat(outcome(check, protectedBy(level, good(2)).bytes())).isEqualTo("2");
            assertThat(outcome(check, packet)).isEqualTo("collectd-replayed");
        }
        ProtectionCheck open = check(NONE);
        assertThat(outcome(open, good(1).signed("alice", "secret").bytes())).isEqualTo("1");
        assertThat(outcome(open, good(1).signed("alice", "secret").bytes())).isEqualTo("1");
    }

    @Test
    void outsideTheReplayWindowNothingProtectedIsTaken() {
        for (SecurityLevel level : List.of(SIGN, ENCRYPT)) {
            assertThat(outcome(level, protectedBy(level, at(NOW - MINUTE)))).isEqualTo("1");
            assertThat(outcome(level, protectedBy(level, at(NOW + MINUTE)))).isEqualTo("1");
            assertThat(outcome(level, protectedBy(level, at(NOW - MINUTE - 1000))))
                    .isEqualTo("collectd-stale");
            assertThat(outcome(level, protectedBy(level, at(NOW + MINUTE + 1000))))
                    .isEqualTo("collectd-stale");
            assertThat(outcome(level, protectedBy(level, at(0)))).isEqualTo("collectd-stale");
            CollectdPacket old = new CollectdPacket().host("h").seconds(1).notification(1, "x");
            assertThat(outcome(level, protectedBy(level, old))).isEqualTo("collectd-stale");
        }
        assertThat(outcome(NONE, at(NOW - 10 * MINUTE))).isEqualTo("1");
    }

    @Test
    void whatCameTooEarlyIsTakenOnceItsTimeHasCome() {
        for (SecurityLevel level : List.of(SIGN, ENCRYPT)) {
            ProtectionCheck check = check(level);
            byte[] ahead = protectedBy(level, at(NOW + 2 * MINUTE)).bytes();
            assertThat(outcome(check, ahead)).isEqualTo("collectd-stale");
            assertThat(outcome(check, ahead)).isEqualTo("collectd-stale");
            assertThat(outcome(check, ahead, NOW + MINUTE)).isEqualTo("1");
            assertThat(outcome(check, ahead, NOW + MINUTE)).isEqualTo("collectd-replayed");
        }
    }

    /** A sender that replays only old packets must not displace others from the memory. */
    @Test
    void whatIsOutOfTimeTakesNoPlaceInTheMemory() {
        for (SecurityLevel level : List.of(SIGN, ENCRYPT)) {
            forgottenEarly = 0;
            ProtectionCheck check = check(level);
            byte[] packet = protectedBy(level, good(1)).bytes();
            assertThat(outcome(check, packet)).isEqualTo("1");
            for (int i = 0; i < 4 * MEMORY; i++) {
                assertThat(outcome(
                                check,
                                protectedBy(level, at(NOW - 2 * MINUTE - i * 1_000_000L))
                                        .bytes()))
                        .isEqualTo("collectd-stale");
            }
            assertThat(outcome(check, packet)).isEqualTo("collectd-replayed");
            assertThat(forgottenEarly).isZero();
        }
    }

    private static CollectdPacket protectedBy(SecurityLevel level, CollectdPacket packet) {
        return level == SIGN ? packet.signed("alice", "secret") : packet.encrypted("alice", "secret");
    }

    private static CollectdPacket good(double value) {
        return new CollectdPacket()
                .host("h")
                .seconds(NOW / 1_000_000_000)
                .plugin("p", "")
                .type("count", "")
                .values(gauge(value));
    }

    private static CollectdPacket at(long nanos) {
        long seconds = nanos / 1_000_000_000;
        long rest = nanos % 1_000_000_000;
        return new CollectdPacket()
                .host("h")
                .time((seconds << 30) + (rest << 30) / 1_000_000_000)
                .plugin("p", "")
                .type("count", "")
                .values(gauge(1));
    }

    private static byte[] flipped(byte[] packet, int at) {
        byte[] flipped = packet.clone();
        flipped[at] ^= 1;
        return flipped;
    }

    private String outcome(SecurityLevel level, CollectdPacket packet) {
        return outcome(level, packet.bytes());
    }

    /** The outcome of a packet. A second check after another packet must give the same. */
    private String outcome(SecurityLevel level, byte[] packet) {
        return outcome(check(level), packet);
    }

    private ProtectionCheck check(SecurityLevel level) {
        Protection protection = new Protection(
                level, () -> users, MINUTE, new ReplayMemory(MINUTE, MEMORY, early -> forgottenEarly += early));
        return new ProtectionCheck(
                protection, new Content(Naming.WEIR, new TypesDb(List.of()), protection.window(), heard), heard);
    }

    private String outcome(ProtectionCheck check, byte[] packet) {
        return outcome(check, packet, NOW);
    }

    private String outcome(ProtectionCheck check, byte[] packet, long receivedNanos) {
        heard.clear();
        check.packet(packet, 0, packet.length, receivedNanos);
        List<String> said = new ArrayList<>();
        heard.lines.forEach(line -> said.add(line.replaceFirst(".* value=([0-9]+) .*", "$1")));
        said.addAll(heard.reasons());
        return String.join(" ", said);
    }
}
