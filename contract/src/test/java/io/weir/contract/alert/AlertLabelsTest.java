package io.weir.contract.alert;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.AlarmJson;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AlertLabelsTest {

    @Test
    void labelsAreRuleSeverityIdAndTags() {
        assertThat(labels("\"detector\": \"TPC\", \"hostname\": \"flp 1\"", Map.of("farm", "o2")))
                .isEqualTo(Map.of(
                        "alertname", "cpu-high",
                        "severity", "major",
                        "id", "cpu-high/flp1",
                        "detector", "TPC",
                        "hostname", "flp 1",
                        "farm", "o2"));
    }

    @Test
    void namesAreValidForAlertmanager() {
        assertThat(labels("\"a-b.c\": \"1\", \"0x\": \"2\", \"Größe\": \"3\", \"ok_1\": \"4\"", Map.of()))
                .contains(
                        Map.entry("a_b_c", "1"), Map.entry("_0x", "2"), Map.entry("Gr__e", "3"), Map.entry("ok_1", "4"))
                .hasSize(7);
    }

    @Test
    void tagsWithEqualNamesAreKept() {
        assertThat(labels(
                        "\"a-b\": \"1\", \"a.b\": \"2\", \"severity\": \"3\", \"tag_severity\": \"4\"",
                        Map.of("a_b", "0")))
                .contains(
                        Map.entry("a_b", "0"),
                        Map.entry("tag_a_b", "1"),
                        Map.entry("tag_tag_a_b", "2"),
                        Map.entry("severity", "major"),
                        Map.entry("tag_severity", "3"),
                        Map.entry("tag_tag_severity", "4"));
    }

    private static Map<String, String> labels(String tags, Map<String, String> everywhere) {
        return AlertLabels.of(AlarmJson.readEvent("""
                        {"id": "cpu-high/flp1", "transition": "cpu-high/flp1#1", "rule": "cpu-high", "ruleVersion": "v1",
                         "to": "UNACKNOWLEDGED", "severity": "MAJOR", "message": "", "guidance": "", "tags": {%s},
                         "eventTime": "2026-11-20T10:00:00Z", "decisionTime": "2026-11-20T10:00:00Z"}
                        """.formatted(tags).getBytes(UTF_8)), everywhere);
    }
}
