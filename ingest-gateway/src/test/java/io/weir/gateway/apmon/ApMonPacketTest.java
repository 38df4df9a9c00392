package io.weir.gateway.apmon;

import static io.weir.gateway.apmon.ApMonBytes.cpp;
import static io.weir.gateway.apmon.ApMonBytes.header;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.intake.spelling.LineSpeller;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The outcome of packets; one instance reads each case twice, at different offsets. */
class ApMonPacketTest {
    private final LineSpeller lines = new LineSpeller(64);
    private final List<String> bad = new ArrayList<>();
    private ApMonPacket packet = new ApMonPacket(new NodeTags(List.of()), null);

    @Test
    void readsWhatRealClientsSent() {
        // apmon.py 2.17.02 (PyPI), Python 2.7, destination "127.0.0.1:18884 secret":
        // sendParameters('cl', 'node', {'a': 1.5, 'b': 2, 'c': 'text'})
        becomes(
                "00000014763a322e31372e30322d7079703a7365637265744c0801ea0000000100000002636c0000000000046e6f6465"
                        + "000000030000000161000000000000053ff80000000000000000000163000000000000000000000474657874"
                        + "0000000162000000000000054000000000000000",
                "cl,node=node a=1.5,c=\"text\",b=2\n");
        // sendTimedParameters('my cluster', 'n,1', 1790000000, {'x': 3})
        becomes(
                "00000014763a322e31372e30322d7079703a7365637265744c0801ea000000020000000a6d7920636c75737465720000"
                        + "000000036e2c31000000000100000001780000000000000540080000000000006ab13b80",
                "my\\ cluster,node=n\\,1 x=3 1790000000\n");
    }

    @Test
    void readsEveryTypeAsMonAlisaDoes() {
        becomes(
                cpp("", "c", "n", 5)
                        .parameter("text", "a \"b\"")
                        .parameter("int", -7)
                        .parameter("long", 1L << 40)
                        .parameter("float", 0.1f)
                        .parameter("double", 2.5e-3),
                "c,node=n text=\"a \\\"b\\\"\",int=-7,long=1099511627776,float=0.1,double=0.0025\n");
    }

    @Test
    void leavesOutABackslashAtTheEndOfAName() {
        becomes(cpp("", "c\\", "C:\\", 1).parameter("p\\", 1), "c,node=C: p=1\n");
    }

    @Test
    void readsAllVersionsOfTheFormat() {
        becomes(new ApMonBytes().string("c").string("n").integer(1).parameter("p", 1), "c,node=n p=1\n");
        becomes(header("v:1.3_jp:").string("c").string("n").integer(1).parameter("p", 1), "c,node=n p=1\n");
        becomes(
                header("v:1.6p:")
                        .string("c")
                        .string("n")
                        .integer(1)
                        .parameter("p", 1)
                        .integer(9),
                "c,node=n p=1 9\n");
        becomes(header("v:2.1.1-plp:").string("c").string("n").integer(1).parameter("p", 1), "c,node=n p=1\n");
        becomes(cpp("", "c", "n", 1).parameter("p", 1).integer(1_790_000_000), "c,node=n p=1 1790000000\n");
        becomes(
                header("v:2.2_x\0p:")
                        .integer(1)
                        .integer(2)
                        .string("c")
                        .string("n")
                        .integer(1)
                        .parameter("p", 1),
                "c,node=n p=1\n");
    }

    @Test
    void ignoresATimeThatIsNoneAndWhatIsBehindIt() {
        becomes(cpp("", "c", "n", 1).parameter("p", 1).integer(-1), "c,node=n p=1\n");
        becomes(cpp("", "c", "n", 1).parameter("p", 1).integer(5).integer(6), "c,node=n p=1 5\n");
        becomes(
                header("v:1.3_jp:")
                        .string("c")
                        .string("n")
                        .integer(1)
                        .parameter("p", 1)
                        .integer(5),
                "c,node=n p=1\n");
    }

    @Test
    void leavesOutANodeWithoutAName() {
        becomes(cpp("", "c", "", 1).parameter("p", 1), "c p=1\n");
    }

    @Test
    void refusesAPacketThatIsNotWhole() {
        byte[] whole =
                cpp("", "c", "n", 2).parameter("p", "text").parameter("q", 2.5).bytes();
        for (int length = 0; length < whole.length; length++) {
            isRefused(Arrays.copyOf(whole, length), ApMonError.TRUNCATED);
        }
    }

    @Test
    void refusesWhatCannotBeReadAtAll() {
        isRefused(cpp("", "c", "n", 0).bytes(), ApMonError.NO_PARAMETERS);
        isRefused(cpp("", "c", "n", -1).bytes(), ApMonError.NO_PARAMETERS);
        isRefused(cpp("", "c", "n", Integer.MAX_VALUE).parameter("p", 1).bytes(), ApMonError.TRUNCATED);
        isRefused(cpp("", "c", "n", 1).string("p").integer(1).integer(1).bytes(), ApMonError.UNKNOWN_TYPE);
        isRefused(cpp("", "c", "n", 1).string("p").integer(-1).integer(1).bytes(), ApMonError.UNKNOWN_TYPE);
        isRefused(cpp("", "", "n", 1).parameter("p", 1).bytes(), ApMonError.BAD_CLUSTER);
        isRefused(cpp("", "a\nb", "n", 1).parameter("p", 1).bytes(), ApMonError.BAD_CLUSTER);
        isRefused(cpp("", "c", "\\", 1).parameter("p", 1).bytes(), ApMonError.BAD_NODE);
        isRefused(new ApMonBytes().integer(Integer.MAX_VALUE).bytes(), ApMonError.TRUNCATED);
        isRefused(new ApMonBytes().integer(-1).bytes(), ApMonError.TRUNCATED);
    }

    @Test
    void refusesAParameterAlone() {
        becomes(
                cpp("", "c", "n", 5)
                        .parameter("nan", Double.NaN)
                        .parameter("", 1)
                        .parameter("inf", Float.NEGATIVE_INFINITY)
                        .string("latin")
                        .integer(0)
                        .string("\u00fc".getBytes(ISO_8859_1))
                        .parameter("p", 1)
                        .integer(17),
                "c,node=n p=1 17\n");
        assertThat(bad).containsExactly("NOT_FINITE 20", "BAD_NAME 12", "NOT_FINITE 16", "NOT_UTF8 24");
        becomes(cpp("", "c", "n", 1).parameter("nan", Double.NaN), "");
        assertThat(bad).containsExactly("NOT_FINITE 20");
    }

    @Test
    void acceptsOnlyThePasswordThatIsSet() {
        packet = packet("secret");
        becomes(cpp("secret", "c", "n", 1).parameter("p", 1), "c,node=n p=1\n");
        isRefused(cpp("Secret", "c", "n", 1).parameter("p", 1).bytes(), ApMonError.WRONG_PASSWORD);
        isRefused(cpp("secre", "c", "n", 1).parameter("p", 1).bytes(), ApMonError.WRONG_PASSWORD);
        isRefused(cpp("", "c", "n", 1).parameter("p", 1).bytes(), ApMonError.WRONG_PASSWORD);
        isRefused(
                new ApMonBytes()
                        .string("c")
                        .string("n")
                        .integer(1)
                        .parameter("p", 1)
                        .bytes(),
                ApMonError.NO_PASSWORD);
        isRefused(new byte[3], ApMonError.NO_PASSWORD);
    }

    @Test
    void rejectedPacketsContainNoPassword() {
        for (String required : new String[] {"secret", "other"}) {
            packet = packet(required);
            byte[] sent = cpp("secret", "c", "n", 0).bytes();
            packet.read(sent, 0, sent.length, lines, this::hear);
            assertThat(new String(sent, packet.bodyAt(), sent.length - packet.bodyAt(), UTF_8))
                    .doesNotContain("secret")
                    .contains("c");
        }
        byte[] lengthless = Arrays.copyOfRange(cpp("secret", "c", "n", 1).bytes(), 1, 40);
        packet.read(lengthless, 0, lengthless.length, lines, this::hear);
        assertThat(packet.bodyAt()).isEqualTo(lengthless.length);
    }

    @Test
    void takesANodeApartIntoTags() {
        packet = new ApMonPacket(new NodeTags(List.of("hostname", "name")), null);
        becomes(
                cpp("", "rate", "flp1,readout,detector=TPC,run=17", 1).parameter("value", 1),
                "rate,hostname=flp1,name=readout,detector=TPC,run=17 value=1\n");
        becomes(cpp("", "rate", ",readout,,a=", 1).parameter("value", 1), "rate,name=readout value=1\n");
        becomes(
                cpp("", "rate", "flp1,readout,more", 1).parameter("value", 1),
                "rate,hostname=flp1,name=readout,node=more value=1\n");
        isRefused(cpp("", "rate", "flp1,=x", 1).parameter("value", 1).bytes(), ApMonError.BAD_NODE);
    }

    private void becomes(String hex, String expected) {
        becomes(HexFormat.of().parseHex(hex), expected);
    }

    private void becomes(ApMonBytes sent, String expected) {
        becomes(sent.bytes(), expected);
    }

    private void becomes(byte[] sent, String expected) {
        for (int offset : new int[] {0, 3}) {
            assertThat(read(sent, offset)).isEqualTo(ApMonError.NONE);
            assertThat(new String(lines.array(), 0, lines.length(), UTF_8)).isEqualTo(expected);
        }
    }

    private void isRefused(byte[] sent, ApMonError expected) {
        for (int offset : new int[] {0, 3}) {
            assertThat(read(sent, offset)).as(HexFormat.of().formatHex(sent)).isEqualTo(expected);
            assertThat(lines.length()).isZero();
            assertThat(packet.errorAt()).isBetween(offset, offset + sent.length);
        }
    }

    private ApMonError read(byte[] sent, int offset) {
        byte[] placed = new byte[offset + sent.length + offset];
        System.arraycopy(sent, 0, placed, offset, sent.length);
        lines.clear();
        bad.clear();
        return packet.read(placed, offset, offset + sent.length, lines, this::hear);
    }

    private void hear(ApMonError error, int from, int to) {
        bad.add(error + " " + (to - from));
    }

    private static ApMonPacket packet(String password) {
        return new ApMonPacket(new NodeTags(List.of()), password.getBytes(UTF_8));
    }
}
