package io.weir.gateway.collectd;

import static io.weir.gateway.testing.CollectdPacket.Value.gauge;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.testing.CollectdPacket;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A valid line precedes a broken part. A valid part follows, which must not be accepted. One reader
 * reads each packet twice.
 */
class BrokenPacketTest {
    private static final String GOOD = "p,hostname=h,type=count value=1";

    private final Heard heard = new Heard();
    private final Content content = new Content(Naming.WEIR, new TypesDb(List.of()), Content.ANY_TIME, heard);

    @Test
    void aPartEndsWithinItsPacket() {
        refusesTheRest("collectd-truncated", raw(0, 200, "h\0"));
        refusesTheRest("collectd-truncated", raw(0x4711, 0xffff));
    }

    @Test
    void aPartIsAsLongAsItsHead() {
        refusesTheRest("collectd-part-length", raw(0, 0));
        refusesTheRest("collectd-part-length", raw(6, 3));
    }

    @Test
    void aTextEndsWithNul() {
        refusesTheRest("collectd-text", raw(0, 5, "h"));
        refusesTheRest("collectd-text", raw(2, 4));
        refusesTheRest("collectd-text", new CollectdPacket().number(0x101, 1).append(raw(0x100, 6, "hi")));
        refusesTheRest("collectd-text", new CollectdPacket().number(0x101, 1).append(raw(0x100, 8, "h\0i\0")));
    }

    @Test
    void aNameIsPrintableAndNotTooLong() {
        refusesTheRest("collectd-text", new CollectdPacket().host("a\nb"));
        refusesTheRest("collectd-text", new CollectdPacket().text(4, "a\0b"));
        refusesTheRest("collectd-text", new CollectdPacket().text(5, "x".repeat(256)));
        refusesTheRest("collectd-text", new CollectdPacket().text(2, "#comment"));
    }

    @Test
    void aNumberHasEightBytes() {
        for (int type : new int[] {1, 7, 8, 9, 0x101}) {
            refusesTheRest("collectd-number", new CollectdPacket().part(type, new byte[7]));
            refusesTheRest("collectd-number", new CollectdPacket().part(type, new byte[9]));
        }
    }

    @Test
    void aTimeFitsIntoNanoseconds() {
        refusesTheRest("collectd-time", new CollectdPacket().seconds(-1));
        refusesTheRest("collectd-time", new CollectdPacket().seconds(9_223_372_036L));
        refusesTheRest("collectd-time", new CollectdPacket().time(-1));
    }

    @Test
    void theLengthOfAValuesPartMustMatchItsCount() {
        refusesTheRest("collectd-values", new CollectdPacket().part(6, new byte[0]));
        refusesTheRest("collectd-values", new CollectdPacket().part(6, new byte[] {0, 0}));
        refusesTheRest("collectd-values", new CollectdPacket().part(6, new byte[] {0, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0}));
        refusesTheRest(
                "collectd-values", new CollectdPacket().part(6, new byte[] {0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0}));
        refusesTheRest(
                "collectd-values",
                new CollectdPacket().values(Collections.nCopies(256, gauge(1)).toArray(CollectdPacket.Value[]::new)));
        refusesTheRest("collectd-values", new CollectdPacket().values(new CollectdPacket.Value(4, 0)));
        refusesTheRest("collectd-values", new CollectdPacket().values(new CollectdPacket.Value(255, 0)));
    }

    @Test
    void nothingIsEncryptedTwice() {
        refusesTheRest("collectd-nested", new CollectdPacket().encrypted("u", "p"));
    }

    @Test
    void valuesWithoutNamesAreRefusedAlone() {
        refusesOnly("collectd-nameless", new CollectdPacket().host("").values(gauge(1)));
        refusesOnly("collectd-nameless", new CollectdPacket().plugin("", "").values(gauge(1)));
        refusesOnly("collectd-nameless", new CollectdPacket().type("", "").values(gauge(1)));
        refusesOnly("collectd-nameless", new CollectdPacket().host("").notification(1, "x"));
    }

    @Test
    void aMessageWithoutSeverityIsRefusedAlone() {
        refusesOnly("collectd-severity", new CollectdPacket().text(0x100, "x"));
        refusesOnly("collectd-severity", new CollectdPacket().notification(3, "x"));
    }

    @Test
    void aPacketThatIsCutAnywhereKeepsWhatWasWhole() {
        byte[] whole = good().append(good()).bytes();
        for (int length = 0; length < whole.length; length++) {
            heard.clear();
            content.read(Arrays.copyOf(whole, length), 0, length, 0);
            assertThat(heard.lines.size()).isEqualTo(length < whole.length / 2 ? 0 : 1);
            assertThat(heard.refused.size()).isLessThanOrEqualTo(1);
        }
    }

    private static CollectdPacket good() {
        return new CollectdPacket().host("h").plugin("p", "").type("count", "").values(gauge(1));
    }

    private static CollectdPacket raw(int type, int length) {
        return new CollectdPacket().raw(type, length, new byte[0]);
    }

    private static CollectdPacket raw(int type, int length, String body) {
        return new CollectdPacket().raw(type, length, body.getBytes(US_ASCII));
    }

    /** The broken part is the last of {@code broken}. */
    private void refusesTheRest(String why, CollectdPacket broken) {
        byte[] before = good().bytes();
        byte[] packet = good().append(broken).append(good()).bytes();
        for (int times = 0; times < 2; times++) {
            read(packet);
            assertThat(heard.lines).containsExactly(GOOD);
            assertThat(heard.refused)
                    .singleElement()
                    .satisfies(said -> assertThat(said).startsWith(why + " ").endsWith(".." + packet.length));
            int from = Integer.parseInt(heard.refused.get(0).replaceFirst(".* (\\d+)\\..*", "$1"));
            assertThat(from).isBetween(before.length, before.length + broken.bytes().length - 1);
        }
    }

    private void refusesOnly(String why, CollectdPacket refused) {
        byte[] packet = good().append(refused).append(good()).bytes();
        for (int times = 0; times < 2; times++) {
            read(packet);
            assertThat(heard.lines).containsExactly(GOOD, GOOD);
            assertThat(heard.reasons()).containsExactly(why);
        }
    }

    private void read(byte[] packet) {
        heard.clear();
        content.read(packet, 0, packet.length, 0);
    }
}
