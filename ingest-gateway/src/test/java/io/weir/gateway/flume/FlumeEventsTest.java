package io.weir.gateway.flume;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.intake.spelling.LineSpeller;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The outcome of events; one instance reads each case twice, at different offsets. */
class FlumeEventsTest {
    private static final String GOOD = event("'name':'cpu','value_value':'1'");
    private static final String GOOD_LINE = "cpu value=1\n";

    private final LineSpeller lines = new LineSpeller(64);
    private final List<String> refused = new ArrayList<>();
    private byte[] placed = {};
    private final FlumeEvents events = new FlumeEvents(lines, this::hear);

    @Test
    void readsWhatTheO2MonitoringLibrarySends() {
        becomes(
                event("'tag_hostname':'flp1','tag_name':'readout','timestamp':'1790000000000000001',"
                                + "'name':'rate','value_value':'42.5','tag_detector':'TPC'")
                        + "\n",
                "rate,hostname=flp1,name=readout,detector=TPC value=42.5 1790000000000000001\n");
        // Several metrics of one name: sendMultiple.
        becomes(
                event("'timestamp':'7','name':'cpu','value_user':'3','value_system':'0.25','value_state':'busy'")
                        + "\n",
                "cpu user=3,system=0.25,state=\"busy\" 7\n");
        // Boost's property tree turns a key with a dot into an object.
        becomes(
                event("'name':'readout','value_link':{'3':{'rate':'1e+30'}},'tag_a':{'b':'c'}"),
                "readout,a.b=c link.3.rate=1e+30\n");
        // The first versions wrote global tags without the prefix.
        becomes(event("'hostname':'flp1','name':'cpu','value_value':'1'"), "cpu,hostname=flp1 value=1\n");
    }

    @Test
    void readsWhatFlumesHandlerOfCollectdMakes() {
        becomes(
                event("'tag_instance':'0','tag_type':'cpu','timestamp':'1','tag_host':'flp1','value_value':'17',"
                        + "'name':'cpu_value','type_value':'long'"),
                "cpu_value,instance=0,type=cpu,host=flp1 value=17i 1\n");
        becomes(event("'name':'load','value_value':'17','type_value':'double'"), "load value=17\n");
        becomes(event("'type_value':'string','name':'os','value_value':'11'"), "os value=\"11\"\n");
    }

    @Test
    void readsEventsAloneInLinesAndInArrays() {
        becomes("", "");
        becomes(" \n ", "");
        becomes(GOOD + GOOD, GOOD_LINE + GOOD_LINE);
        becomes(GOOD + "\r\n\n" + GOOD + "\n", GOOD_LINE + GOOD_LINE);
        becomes("[" + GOOD + ", " + GOOD + "]", GOOD_LINE + GOOD_LINE);
        becomes("[]", "");
        becomes(GOOD.replace(",", ",\n").replace(":", " : "), GOOD_LINE);
        becomes(
                "{'body':{'a':[1]},'more':[{}],'headers':{'name':'cpu','value_value':'1'}}".replace('\'', '"'),
                GOOD_LINE);
    }

    @Test
    void readsValuesThatAreNoStrings() {
        becomes(
                event("'name':'m','timestamp':5,'tag_n':7,'value_a':1,'value_b':-2.5e3,'value_c':true,'value_d':null"),
                "m,n=7 a=1,b=-2.5e3,c=true 5\n");
        becomes(event("'name':'m','value_a':42,'type_a':'long'"), "m a=42i\n");
    }

    @Test
    void spellsTextWithWhateverIsInIt() {
        becomes(
                event("'name':'a b,c','tag_k e':'v=\\\\x','value_f':'say \\\"hi\\\"\\n\\u20ac \\ud83d\\ude00'"),
                "a\\ b\\,c,k\\ e=v\\=\\x f=\"say \\\"hi\\\"\n\u20ac \ud83d\ude00\"\n");
        becomes(event("'name':'m','tag_empty':'','value_f':''"), "m f=\"\"\n");
        becomes(
                event("'name':'m','value_f':'1.2.3','value_g':'0x1','value_h':'-'"),
                "m f=\"1.2.3\",g=\"0x1\",h=\"-\"\n");
    }

    @Test
    void refusesAnEventThatIsNoMetricAndTakesItsNeighbours() {
        refuses("{}", "flume-not-an-event");
        refuses("17", "flume-not-an-event");
        refuses("'text'", "flume-not-an-event");
        refuses("{'headers':[],'body':''}", "flume-not-an-event");
        refuses("{'body':'cpu value=1'}", "flume-not-an-event");
        refuses("{'headers':{'name':'m','tag_a':[1],'value_v':'1'}}", "flume-bad-header");
        refuses("{'headers':{'value_v':'1'}}", "flume-bad-name");
        refuses("{'headers':{'name':'','value_v':'1'}}", "flume-bad-name");
        refuses("{'headers':{'name':'#m','value_v':'1'}}", "flume-bad-name");
        refuses("{'headers':{'name':'m','tag_a':'x\\n','value_v':'1'}}", "flume-bad-tag");
        refuses("{'headers':{'name':'m','tag_':'x','value_v':'1'}}", "flume-bad-tag");
        refuses("{'headers':{'name':'m','tag_a':'x'}}", "flume-no-value");
        refuses("{'headers':{'name':'m','value_':'1'}}", "flume-bad-field");
        refuses("{'headers':{'name':'m','value_v':'1','timestamp':'now'}}", "invalid-timestamp");
        refuses("{'headers':{'name':'m','value_v':'1','timestamp':'1.5'}}", "invalid-timestamp");
        refuses("{'headers':{'name':'m','value_v':'nan'}}", "not-finite");
        refuses("{'headers':{'name':'m','value_v':'x','type_v':'long'}}", "invalid-number");
        refuses("{'headers':{'name':'m','value_v':'1.5','type_v':'long'}}", "invalid-number");
        refuses("{'headers':{'name':'m','value_v':'x','type_v':'double'}}", "invalid-number");
        String many = IntStream.rangeClosed(0, 1_000)
                .mapToObj(i -> "'value_" + i + "':'1'")
                .collect(Collectors.joining(","));
        refuses("{'headers':{'name':'m'," + many + "}}", "flume-too-many-headers");
        String prefix = "p".repeat(5_000);
        refuses(
                "{'headers':{'name':'m','" + prefix + "':{'" + prefix + "':{" + many + "}}}}",
                "flume-too-many-headers");
    }

    @ParameterizedTest
    @CsvSource({
        "9223372036854775807, long, 9223372036854775807i",
        "-9223372036854775808, long, -9223372036854775808i",
        "000000000000000000000001, long, 000000000000000000000001i",
        "1e308, double, 1e308"
    })
    void takesTheLargestNumbers(String number, String type, String spelled) {
        becomes(event("'name':'m','value_a':'" + number + "','type_a':'" + type + "'"), "m a=" + spelled + "\n");
    }

    @ParameterizedTest
    @CsvSource({
        "9223372036854775808, long",
        "-9223372036854775809, long",
        "99999999999999999999, long",
        "1e999, double",
        "-1E999, double"
    })
    void aNumberThatIsTooLargeCostsTheOthersNothing(String number, String type) {
        String event = event("'name':'m','value_a':'" + number + "','type_a':'" + type + "','value_b':'2'");
        becomes(event, "m b=2\n");
        assertThat(refused).containsExactly("number-out-of-range " + event);
    }

    @Test
    void refusesAValueAlone() {
        String event = event("'name':'m','value_a':'-inf','value_b':'2','value_c':'x','type_c':'double'");
        becomes(event, "m b=2\n");
        assertThat(refused).containsExactly("not-finite " + event, "invalid-number " + event);
    }

    @Test
    void rejectsBrokenJsonAndKeepsTheEventsAroundIt() {
        for (int length = 1; length < GOOD.length(); length++) {
            String broken = GOOD.substring(0, length);
            becomes(GOOD + "\n" + broken + "\n" + GOOD + "\n", GOOD_LINE + GOOD_LINE);
            assertThat(refused).containsExactly("broken-json " + broken);
            becomes(broken, "");
            assertThat(refused).containsExactly("broken-json " + broken);
        }
        becomes("[" + GOOD + ",{\"headers\":", GOOD_LINE);
        assertThat(refused).hasSize(1);
        becomes("[" + GOOD, GOOD_LINE);
        assertThat(refused).hasSize(1);
        becomes("[", "");
        assertThat(refused).containsExactly("broken-json [");
    }

    @Test
    void refusesTextThatIsNotUtf8() {
        byte[] sent = GOOD.getBytes(UTF_8);
        sent[GOOD.indexOf("cpu")] = (byte) 0xff;
        read(sent, 0);
        assertThat(lines.length()).isZero();
        assertThat(refused).hasSize(1).allMatch(said -> said.startsWith("broken-json"));
    }

    @Test
    void givesUpLookingForEventsWhereNearlyAllIsBroken() {
        becomes("x\n".repeat(10_000) + GOOD, "");
        assertThat(refused).hasSizeLessThan(30);
        assertThat(refused.stream()
                        .mapToInt(said -> said.length() - "broken-json ".length())
                        .sum())
                .isGreaterThan(20_000);
    }

    @Test
    void refusesWhatIsNestedTooDeeply() {
        becomes("{\"headers\":".repeat(10_000), "");
        assertThat(refused).hasSize(1);
        becomes("[".repeat(10_000), "");
        assertThat(refused).hasSize(1);
    }

    private static String event(String headers) {
        return "{'headers':{".replace('\'', '"') + headers.replace('\'', '"') + "},\"body\":\"\"}";
    }

    private void refuses(String event, String reason) {
        String sent = event.replace('\'', '"');
        becomes("[" + GOOD + "," + sent + "," + GOOD + "]", GOOD_LINE + GOOD_LINE);
        assertThat(refused).containsExactly(reason + " " + sent);
        becomes(sent + "\n" + GOOD, GOOD_LINE);
        assertThat(refused).containsExactly(reason + " " + sent);
    }

    private void becomes(String sent, String expected) {
        for (int offset : new int[] {0, 3}) {
            read(sent.getBytes(UTF_8), offset);
            assertThat(new String(lines.array(), 0, lines.length(), UTF_8))
                    .as(sent)
                    .isEqualTo(expected);
        }
    }

    private void read(byte[] sent, int offset) {
        placed = new byte[offset + sent.length + offset];
        System.arraycopy(sent, 0, placed, offset, sent.length);
        lines.clear();
        refused.clear();
        events.read(placed, offset, offset + sent.length);
    }

    private void hear(FlumeError error, int from, int to, int at) {
        assertThat(at).isBetween(from, to);
        refused.add(error.code() + " " + new String(placed, from, to - from, UTF_8).strip());
    }
}
