package io.weir.gateway.zabbix;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ZabbixIntakeTest {
    private static final String OK = "{\"host\":\"h\",\"key\":\"ok\",\"value\":\"1\",\"clock\":1790000000}";
    private static final String OK_LINE = "ok,host=h value=1 1790000000000000000";

    private final Asked asked = Asked.plain();

    @Test
    void takesWhatTheSenderSends() {
        assertThat(asked.ask("""
                        {"request":"sender data","data":[
                        {"host":"flp1","key":"load","value":"0.5","clock":1790000000,"ns":76808644},
                        {"host":"flp 2","key":"vm.memory.size[available]","value":"18446744073709551615","clock":"1790000001"},
                        {"host":"flp1","key":"text","value":"a \\"b\\"\\nü"},
                        {"host":"flp1","key":"empty","value":"","clock":1790000000}],
                        "clock":1790000003,"ns":1}""")).isEqualTo(Asked.counted(4, 0));
        assertThat(asked.lines().stream().map(line -> line.replaceFirst(" 17899999\\d{11}$", " NOW")))
                .containsExactlyInAnyOrder(
                        "load,host=flp1 value=0.5 1790000000076808644",
                        "vm_memory_size,host=flp\\ 2,p1=available value=18446744073709551615 1790000001000000000",
                        "text,host=flp1 value=\"a \\\"b\\\"",
                        "ü\" 1790000000000000000",
                        "empty,host=flp1 value=\"\" 1790000000000000000");
        assertThat(asked.refused()).isEmpty();
    }

    /** Before 7.0, an agent repeats its host and the key in each value. */
    @Test
    void takesWhatAnAgentOf6Sends() {
        assertThat(asked.ask("""
                        {"request":"agent data","session":"1a2b","data":[
                        {"host":"flp1","key":"agent.ping","value":"1","id":1,"clock":1790000000,"ns":5},
                        {"host":"flp1","key":"log[/x,err]","value":"an err","lastlogsize":7,"timestamp":1,"source":"s",
                         "severity":1,"eventid":2,"id":2,"clock":1790000000,"ns":6},
                        {"host":"flp1","key":"log[/x,err]","lastlogsize":9,"mtime":3,"id":3,"clock":1790000000,"ns":7},
                        {"host":"flp1","key":"vfs.fs.size[/nono]","value":"Unsupported item key.","state":1,"id":4}],
                        "clock":1790000000,"ns":8}""")).isEqualTo(Asked.counted(3, 1));
        assertThat(asked.lines())
                .containsExactlyInAnyOrder(
                        "agent_ping,host=flp1 value=1 1790000000000000005",
                        "log,host=flp1,p1=/x,p2=err value=\"an err\" 1790000000000000006");
        assertThat(asked.refused())
                .containsExactly("zabbix-not-supported@50: {\"host\":\"flp1\",\"key\":\"vfs.fs.size[/nono]\","
                        + "\"value\":\"Unsupported item key.\",\"state\":1,\"id\":4}");
    }

    /** Since 7.0, a value has the number of its item, and the host may follow the values. */
    @Test
    void takesWhatAnAgentOf7Sends() {
        String key = "net.if.in[eth0,bytes]";
        Asked listed = new Asked("{parameters: {net.if.in: [interface, mode]}, checks: [{key: \"" + key + "\"}]}");
        String id = Long.toString(ActiveChecks.id(key));
        assertThat(listed.ask("{\"request\":\"agent data\",\"data\":[{\"id\":1,\"itemid\":" + id
                        + ",\"value\":\"7.0\",\"clock\":1790000000,\"ns\":1},{\"id\":2,\"itemid\":\"" + id
                        + "\",\"value\":8,\"clock\":1790000000,\"ns\":2},{\"id\":3,\"itemid\":7,\"value\":\"1\"}],"
                        + "\"commands\":[{\"id\":1324,\"value\":\"16G\"}],\"session\":\"s\",\"host\":\"flp1\","
                        + "\"version\":\"7.4.0\",\"variant\":2}"))
                .isEqualTo(Asked.counted(2, 1));
        assertThat(listed.lines())
                .containsExactlyInAnyOrder(
                        "net_if_in,host=flp1,interface=eth0,mode=bytes value=7.0 1790000000000000001",
                        "net_if_in,host=flp1,interface=eth0,mode=bytes value=8 1790000000000000002");
        assertThat(listed.refused()).containsExactly("zabbix-unknown-item@17: {\"id\":3,\"itemid\":7,\"value\":\"1\"}");
    }

    /** The bytes of the library's former backend (Zabbix.cxx, removed in 2018): no blanks, every member a text. */
    @Test
    void takesWhatTheO2LibrarySent() throws IOException {
        String json = "{\"request\":\"sender data\",\"data\":[{\"host\":\"flp1\",\"key\":\"myCrazyMetric\","
                + "\"value\":\"10.5\",\"clock\":\"1517492639\"}]}";
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        frame.write("ZBXD".getBytes(UTF_8));
        frame.write(new byte[] {1, (byte) json.length(), 0, 0, 0, 0, 0, 0, 0});
        frame.write(json.getBytes(UTF_8));
        assertThat(asked.send(frame.toByteArray())).isEqualTo(Asked.counted(1, 0));
        assertThat(asked.lines()).containsExactly("myCrazyMetric,host=flp1 value=10.5 1517492639000000000");
    }

    @Test
    void takesPackedMessagesAndLargePackets() {
        String json = "{\"request\":\"sender data\",\"data\":[" + (OK + ",").repeat(999) + OK + "]}";
        assertThat(Stream.of(Frames.packed(json), Frames.large(json), Frames.packed(json))
                        .map(asked::send))
                .containsOnly(Asked.counted(1000, 0));
        assertThat(asked.lines()).hasSize(3000).containsOnly(OK_LINE);
    }

    @Test
    void wrongValuesAreRefusedAloneWithTheirBytes() {
        List<BadValue> bad = BadValue.all();
        String data = bad.stream().map(BadValue::json).collect(Collectors.joining("," + OK + ",", OK + ",", "," + OK));
        String answer = asked.ask("{\"data\":[" + data + "],\"request\":\"agent data\"}");
        assertThat(asked.lines()).containsOnly(OK_LINE).hasSize(bad.size() + 1);
        assertThat(answer).isEqualTo(Asked.counted(bad.size() + 1, bad.size()));
        assertThat(asked.refused())
                .containsExactlyElementsOf(bad.stream()
                        .map(each -> each.reason() + "@" + each.at() + ": " + each.json())
                        .toList());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{                                              | broken-json            | 1",
                "{\"request\":\"sender data\",\"data\":[}       | broken-json            | 34",
                "{\"request\":\"sender data\",\"data\":[]}{}    | broken-json            | 35",
                "ok                                             | broken-json            | 2",
                "7                                              | broken-json            | 0",
                "null                                           | broken-json            | 0",
                "{}                                             | zabbix-unknown-request | 0",
                "{\"request\":\"proxy data\"}                   | zabbix-unknown-request | 0",
                "{\"request\":[\"sender data\"]}                | zabbix-unknown-request | 0",
                "{\"request\":\"sender data\"}                  | zabbix-no-data         | 0",
                "{\"request\":\"agent data\",\"data\":{}}       | zabbix-no-data         | 0",
                "{\"request\":\"agent data\",\"data\":null}     | zabbix-no-data         | 0"
            })
    void unreadableMessagesFailAsAWhole(String json, String reason, int at) {
        assertThat(asked.ask(json)).startsWith("{\"response\":\"failed\",\"info\":\"" + reason);
        assertThat(asked.refused()).containsExactly(reason + "@" + at + ": " + json);
        assertThat(asked.intake.counts.lines.sum()).isEqualTo(1);
    }

    @Test
    void theAnswerNamesTheUnknownRequest() {
        assertThat(asked.ask("{\"request\":\"proxy data\",\"host\":\"p\"}"))
                .isEqualTo("{\"response\":\"failed\",\"info\":\"zabbix-unknown-request \\\"proxy data\\\":"
                        + " nothing was accepted\"}");
    }

    @Test
    void emptyMessagesAreNoError() {
        assertThat(asked.ask("{\"request\":\"agent data\",\"data\":[]}")).isEqualTo(Asked.counted(0, 0));
        assertThat(asked.intake.counts.lines.sum()).isZero();
    }

    @Test
    void packedMessagesThatLieFail() {
        byte[] plain = ("{\"request\":\"sender data\",\"data\":[" + OK + "]}").getBytes(UTF_8);
        assertThat(asked.send(Frames.packed(plain, plain.length - 1)))
                .contains("\"failed\"")
                .contains("broken-zlib");
        assertThat(asked.send(Frames.packed(new byte[Asked.MAX_BYTES + 1], Asked.MAX_BYTES + 1)))
                .contains("\"failed\"")
                .contains("zabbix-too-large");
        assertThat(asked.send(Frames.frame(3, plain, plain.length, plain.length)))
                .contains("broken-zlib");
        assertThat(asked.intake.counts.rejected.snapshot())
                .isEqualTo(Map.of("broken-zlib", 2L, "zabbix-too-large", 1L));
        assertThat(asked.lines()).isEmpty();
    }

    @Test
    void valuesBeyondLimitsFail() {
        String ahead = OK.replace("1790000000", "1800000000");
        assertThat(asked.ask("{\"request\":\"sender data\",\"data\":[" + OK + "," + ahead + "," + OK + "]}"))
                .isEqualTo(Asked.counted(2, 1));
        assertThat(asked.intake.counts.rejected.snapshot()).isEqualTo(Map.of("timestamp-ahead", 1L));
    }

    @Test
    void hugePartsHarmNoNeighbour() {
        String huge = "1".repeat(200_000);
        String data = Stream.of(
                        OK.replace("\"1\"", "\"" + huge + "\""),
                        OK.replace("\"1\"", huge),
                        OK.replace("\"ok\"", "\"" + huge + "\""),
                        OK.replace("1790000000", huge),
                        OK.replace("\"1\"", "[".repeat(40) + "]".repeat(40)))
                .collect(Collectors.joining("," + OK + ","));
        assertThat(asked.ask("{\"request\":\"sender data\",\"data\":[" + data + "]}"))
                .isEqualTo(Asked.counted(4, 5));
        assertThat(asked.intake.counts.rejected.snapshot())
                .isEqualTo(Map.of("zabbix-bad-value", 3L, "zabbix-no-key", 1L, "invalid-timestamp", 1L));
    }

    /** A value without a host of its own repeats the host of its message, one with an item a long key. */
    @Test
    void shortValuesCannotBecomeManyTimesTheirMessage() {
        String key = "k[" + "x".repeat(6000) + "]";
        Asked listed = new Asked("{checks: [{key: \"" + key + "\"}]}");
        String value = "{\"itemid\":" + ActiveChecks.id(key) + ",\"value\":1}";
        int values = 1000;
        String answer = listed.ask("{\"host\":\"h\",\"request\":\"agent data\",\"data\":["
                + (value + ",").repeat(values - 1) + value + "]}");
        int refused = listed.refused().size();
        assertThat(answer).isEqualTo(Asked.counted(values - refused, refused));
        assertThat(listed.refused()).containsOnly("zabbix-lines-too-long@0: " + value);
        assertThat(refused).isBetween(values / 4, values - 10);
    }

    @Test
    void missingAndRepeatedNumbersOfASessionAreCounted() {
        String value = ",\"host\":\"h\",\"key\":\"k\",\"value\":\"1\",\"clock\":1790000000}";
        for (String ids : List.of("7 8 9", "10 14", "14 15", "-1 x 99999999999999999999", "17")) {
            String data = Stream.of(ids.split(" "))
                    .map(id -> "{\"id\":\"" + id + "\"" + value)
                    .collect(Collectors.joining(","));
            asked.ask("{\"request\":\"agent data\",\"session\":\"s\",\"data\":[" + data + "]}");
            asked.ask("{\"request\":\"agent data\",\"session\":\"other\",\"data\":[" + data + "]}");
            asked.ask("{\"request\":\"sender data\",\"data\":[" + data + "]}");
        }
        assertThat(asked.intake.counts.missing.sum()).isEqualTo(2 * (3 + 1));
        assertThat(asked.intake.counts.warnings.snapshot()).isEqualTo(Map.of("zabbix-repeated", 2L));
        assertThat(asked.lines()).hasSize(3 * 11);
    }

    @Test
    void agentsGetTheItemsOfTheirHost() {
        Asked listed = new Asked("""
                checks:
                  - {host: "flp*", key: agent.ping, delay: 30s}
                  - {key: agent.ping}
                  - {key: 'vfs.fs.size["/a b",used]', delay: 1h}
                """);
        String ping = "{\"key\":\"agent.ping\",\"itemid\":" + ActiveChecks.id("agent.ping")
                + ",\"delay\":\"%s\",\"lastlogsize\":0,\"mtime\":0}";
        String size = "{\"key\":\"vfs.fs.size[\\\"/a b\\\",used]\",\"itemid\":"
                + ActiveChecks.id("vfs.fs.size[\"/a b\",used]")
                + ",\"delay\":\"3600s\",\"lastlogsize\":0,\"mtime\":0}";
        assertThat(listed.ask("{\"request\":\"active checks\",\"host\":\"flp1\",\"version\":\"6.0\"}"))
                .isEqualTo("{\"response\":\"success\",\"data\":[" + ping.formatted("30s") + "," + size + "]}");
        assertThat(listed.ask("{\"request\":\"active checks\",\"host\":\"epn1\",\"config_revision\":1}"))
                .isEqualTo("{\"response\":\"success\",\"data\":[" + ping.formatted("60s") + "," + size + "]}");
        assertThat(asked.ask("{\"request\":\"active checks\",\"host\":\"flp1\"}"))
                .isEqualTo("{\"response\":\"success\",\"data\":[]}");
    }

    @Test
    void heartbeatsHaveNoAnswer() {
        assertThat(asked.ask("{\"request\":\"active check heartbeat\",\"host\":\"h\",\"heartbeat_freq\":60}"))
                .isEmpty();
        assertThat(asked.intake.counts.lines.sum()).isZero();
    }

    @Test
    void templatesTurnPartsOfAKeyIntoTagsAndFields() {
        Asked templated = new Asked("{templates: [{filter: net.if, template: measurement.measurement.field}]}");
        templated.ask("{\"request\":\"sender data\",\"data\":["
                + OK.replace("\"ok\"", "\"net.if.in[eth0]\"") + "," + OK + "," + OK.replace("\"ok\"", "\"net.if.in.x\"")
                + "]}");
        assertThat(templated.lines())
                .containsExactlyInAnyOrder("net_if,host=h,p1=eth0 in=1 1790000000000000000", OK_LINE);
        assertThat(templated.intake.counts.rejected.snapshot()).isEqualTo(Map.of("zabbix-long-key", 1L));
    }
}
