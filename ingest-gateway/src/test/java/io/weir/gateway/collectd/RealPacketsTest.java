package io.weir.gateway.collectd;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Packets of a real collectd become the same lines as with another reader of the format. */
class RealPacketsTest {
    private static final long SENT = 1_795_201_590_000_000_000L;
    private static final long WINDOW = 60_000_000_000L;

    private final Heard heard = new Heard();

    @ParameterizedTest
    @CsvSource({
        "plain, NONE",
        "signed, SIGN",
        "signed, NONE",
        "encrypted, ENCRYPT",
        "encrypted, SIGN",
        "encrypted, NONE"
    })
    void valuesAreTheSameAtEachLevel(String file, SecurityLevel level) throws IOException {
        read(check(level), file);
        assertThat(heard.lines).isEqualTo(lines("values"));
        assertThat(heard.refused).isEmpty();
        assertThat(heard.notes).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "plain, SIGN, collectd-unsigned",
        "plain, ENCRYPT, collectd-unencrypted",
        "signed, ENCRYPT, collectd-unencrypted"
    })
    void whatIsLessThanTheLevelIsRefused(String file, SecurityLevel level, String why) throws IOException {
        read(check(level), file);
        assertThat(heard.lines).isEmpty();
        assertThat(heard.reasons()).containsExactly(why);
    }

    @Test
    void aNotificationIsAnEvent() throws IOException {
        ProtectionCheck check = check(SecurityLevel.NONE);
        for (int times = 0; times < 2; times++) {
            heard.clear();
            read(check, "notification");
            assertThat(heard.lines).isEqualTo(lines("notification"));
        }
    }

    private ProtectionCheck check(SecurityLevel level) {
        Users users = new Users(Map.of("weir", "kept safe"));
        Protection protection = new Protection(level, () -> users, WINDOW, new ReplayMemory(WINDOW, 12, early -> {}));
        return new ProtectionCheck(
                protection, new Content(Naming.WEIR, new TypesDb(List.of()), protection.window(), heard), heard);
    }

    private static void read(ProtectionCheck check, String file) throws IOException {
        byte[] packet = resource(file + ".bin");
        check.packet(packet, 0, packet.length, SENT);
    }

    static byte[] resource(String name) throws IOException {
        try (InputStream in = requireNonNull(RealPacketsTest.class.getResourceAsStream("/collectd/" + name), name)) {
            return in.readAllBytes();
        }
    }

    private static List<String> lines(String file) throws IOException {
        return new String(resource(file + ".txt"), UTF_8).lines().toList();
    }
}
