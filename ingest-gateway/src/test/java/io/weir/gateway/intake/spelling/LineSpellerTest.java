package io.weir.gateway.intake.spelling;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.line.LineError;
import io.weir.contract.line.LineReader;
import io.weir.contract.line.Series;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Written names and values read back unchanged; those that cannot be written are reported. */
class LineSpellerTest {
    private final LineSpeller lines = new LineSpeller(16);

    @Test
    void spellsALine() {
        begin("cpu", "host", "flp1");
        key("value");
        lines.value(1.5);
        key("count");
        lines.value(-3L);
        key("state");
        text("on");
        lines.endLine(17);
        assertThat(spelled()).isEqualTo("cpu,host=flp1 value=1.5,count=-3i,state=\"on\" 17\n");
    }

    @Test
    void escapesWhatHasToBe() {
        begin("a b,c=d", "k e,y=", "v a,l=\\u");
        key("f =,");
        text("say \"\\hi\"");
        lines.endLine();
        assertThat(spelled()).isEqualTo("a\\ b\\,c=d,k\\ e\\,y\\==v\\ a\\,l\\=\\u f\\ \\=\\,=\"say \\\"\\\\hi\\\"\"\n");
    }

    @Test
    void spellsFloatsWithoutMoreDigitsThanTheyHave() {
        assertThat(number(3)).isEqualTo("3");
        assertThat(number(-1e14)).isEqualTo("-100000000000000");
        assertThat(number(1e300)).isEqualTo("1.0E300");
        assertThat(number(0.1)).isEqualTo("0.1");
        lines.clear();
        begin("m", "t", "v");
        key("f");
        lines.value(0.1f);
        lines.endLine();
        assertThat(spelled()).endsWith("f=0.1\n");
    }

    @Test
    void leavesOutWhatLineProtocolCannotSpell() {
        begin("m", "t", "v");
        assertThat(lines.tagKey(bytes(""), 0, 0)).isFalse();
        assertThat(lines.tagKey(bytes("k"), 0, 1) && lines.tagValue(bytes("a\nb"), 0, 3))
                .isFalse();
        assertThat(lines.tagKey(bytes("k"), 0, 1) && lines.tagValue(bytes("\\\\"), 0, 2))
                .isFalse();
        assertThat(lines.tagKey(bytes("k"), 0, 1) && lines.tagValue("\u00fc".getBytes(ISO_8859_1), 0, 1))
                .isFalse();
        assertThat(lines.fieldKey(bytes("\tf"), 0, 2)).isFalse();
        assertThat(lines.fieldKey(bytes("f"), 0, 1) && lines.value(Double.NaN)).isFalse();
        assertThat(lines.fieldKey(bytes("f"), 0, 1) && lines.value(Float.POSITIVE_INFINITY))
                .isFalse();
        assertThat(lines.fieldKey(bytes("f"), 0, 1) && lines.text("\u00fc".getBytes(ISO_8859_1), 0, 1))
                .isFalse();
        assertThat(lines.hasFields()).isFalse();
        key("ok");
        lines.value(1L);
        lines.endLine();
        assertThat(spelled()).isEqualTo("m,t=v ok=1i\n");
    }

    @Test
    void refusesAMeasurementThatWouldBeSkipped() {
        for (String name : new String[] {"", "#cpu", "\tcpu", "\0cpu", "c\npu", "\\"}) {
            assertThat(lines.measurement(bytes(name), 0, bytes(name).length))
                    .as(name)
                    .isFalse();
            assertThat(lines.length()).isZero();
        }
    }

    @Test
    void leavesOutBackslashesAtTheEndOfNames() {
        begin("c:\\", "k\\", "C:\\,\\\\");
        key("f\\");
        lines.value(1L);
        lines.endLine();
        assertThat(spelled()).isEqualTo("c:,k=C:\\\\, f=1i\n");
    }

    @Test
    void dropsOnlyTheLineThatWasBegun() {
        begin("m", "t", "v");
        key("f");
        lines.value(1L);
        lines.endLine();
        begin("lost", "t", "v");
        lines.dropLine();
        begin("n", "t", "v");
        key("f");
        lines.value(2L);
        lines.endLine();
        assertThat(spelled()).isEqualTo("m,t=v f=1i\nn,t=v f=2i\n");
    }

    @Test
    void endsNoLineWithoutAField() {
        begin("m", "t", "v");
        assertThatThrownBy(lines::endLine).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void whateverIsSpelledIsReadBack() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        System.out.println("LineSpellerTest.whateverIsSpelledIsReadBack -Dweir.test.seed=" + seed);
        Random random = new Random(seed);
        LineReader reader = new LineReader();
        int spelled = 0;
        for (int i = 0; i < 40_000; i++) {
            String name = word(random);
            String value = word(random);
            String field = word(random);
            String text = word(random);
            lines.clear();
            if (!lines.measurement(bytes(name), 0, bytes(name).length)
                    || !lines.tagKey(bytes("k"), 0, 1)
                    || !lines.tagValue(bytes(value), 0, bytes(value).length)
                    || !lines.fieldKey(bytes(field), 0, bytes(field).length)
                    || !lines.text(bytes(text), 0, bytes(text).length)) {
                continue;
            }
            lines.endLine(i);
            spelled++;
            reader.wrap(lines.array(), 0, lines.length());
            assertThat(reader.next()).isTrue();
            assertThat(reader.error()).as(spelled()).isEqualTo(LineError.NONE);
            assertThat(Series.parse(lines.array(), reader.seriesStart(), reader.seriesEnd()))
                    .isEqualTo(new Series(shortened(name), new java.util.TreeMap<>(Map.of("k", shortened(value)))));
            assertThat(reader.fieldKey(0)).isEqualTo(shortened(field));
            assertThat(reader.stringValue(0)).isEqualTo(text);
            assertThat(reader.timestamp()).isEqualTo(i);
            assertThat(reader.next()).isFalse();
        }
        assertThat(spelled).isGreaterThan(2_000);
    }

    private static String shortened(String name) {
        return name.replaceFirst("\\\\+\\z", "");
    }

    private static String word(Random random) {
        String letters = "ab ,=\\\"\n\t\r\0#\u00fc\u20ac1.";
        StringBuilder word = new StringBuilder();
        for (int length = random.nextInt(6); length > 0; length--) {
            word.append(letters.charAt(random.nextInt(letters.length())));
        }
        return word.toString();
    }

    private String number(double value) {
        lines.clear();
        begin("m", "t", "v");
        key("f");
        lines.value(value);
        lines.endLine();
        return spelled().substring("m,t=v f=".length()).trim();
    }

    private void begin(String name, String tag, String value) {
        assertThat(lines.measurement(bytes(name), 0, bytes(name).length)).isTrue();
        assertThat(lines.tagKey(bytes(tag), 0, bytes(tag).length)).isTrue();
        assertThat(lines.tagValue(bytes(value), 0, bytes(value).length)).isTrue();
    }

    private void key(String key) {
        assertThat(lines.fieldKey(bytes(key), 0, bytes(key).length)).isTrue();
    }

    private void text(String text) {
        assertThat(lines.text(bytes(text), 0, bytes(text).length)).isTrue();
    }

    private String spelled() {
        return new String(lines.array(), 0, lines.length(), UTF_8);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }
}
