package io.weir.contract.rule.metric;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class EnrichRuleTest {

    @Test
    void setReplacesAndDropPassesOverWhatIsNotThere() {
        assertThat(after("set: {site: p2}, drop: [pid, rack]", Map.of("site", "p1", "pid", "7", "host", "a")))
                .isEqualTo(Map.of("site", "p2", "host", "a"));
    }

    @Test
    void renamedTagsReplaceThoseThatHaveTheName() {
        assertThat(after("rename: {host: hostname, node: n}", Map.of("host", "a", "hostname", "b")))
                .isEqualTo(Map.of("hostname", "a"));
    }

    @Test
    void aTagThatIsNotThereReplacesNone() {
        assertThat(after("rename: {host: hostname}", Map.of("hostname", "b"))).isEqualTo(Map.of("hostname", "b"));
    }

    @Test
    void twoTagsAreExchanged() {
        assertThat(after("rename: {from: to, to: from}", Map.of("from", "a", "to", "b")))
                .isEqualTo(Map.of("from", "b", "to", "a"));
    }

    @Test
    void renamesThenSetsThenDrops() {
        assertThat(after("rename: {host: hostname}, set: {hostname: c}, drop: [host]", Map.of("host", "a")))
                .isEqualTo(Map.of("hostname", "c"));
    }

    private static Map<String, String> after(String what, Map<String, String> tags) {
        RuleFile rules = RuleLoader.parse(
                "rules.yaml", "version: 1\nenrich: [{name: x, match: {measurement: \"*\"}, " + what + "}]\n");
        return rules.enrich().get(0).apply(new TreeMap<>(tags), state -> "", missed -> {});
    }
}
