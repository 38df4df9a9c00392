package io.weir.gateway.scrape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.config.MistakesException;
import io.weir.contract.config.YamlSource;
import io.weir.gateway.relabel.RelabelRule;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rules of relabelling, with the results that Prometheus has for the same rules. */
class RelabelKeysTest {
    private static final String DROPPED = "dropped";

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '^',
            value = {
                "replace the whole~{source-labels: [a], regex: 'f(.*)', target-label: d, replacement: 'ch${1}-$1'}~a=foo b=bar c=baz d=choo-oo",
                "no match, no change~{source-labels: [a], regex: 'o', target-label: d, replacement: x}~a=foo b=bar c=baz",
                "joined by the separator~{source-labels: [a, none, b], target-label: d}~a=foo b=bar c=baz d=foo;;bar",
                "another separator~{source-labels: [a, b], separator: '-', target-label: d}~a=foo b=bar c=baz d=foo-bar",
                "an empty value removes~{source-labels: [a], target-label: b, replacement: ''}~a=foo c=baz",
                "a constant~{target-label: d, replacement: x}~a=foo b=bar c=baz d=x",
                "groups in the target~{source-labels: [a], regex: '(f).*', target-label: '${1}_x', replacement: '$1$2$none'}~a=foo b=bar c=baz f_x=f",
                "an invalid target~{source-labels: [a], target-label: '${1}-x'}~a=foo b=bar c=baz",
                "a named group~{source-labels: [a], regex: '(?P<first>.).*', target-label: d, replacement: '${first}$first$$1$'}~a=foo b=bar c=baz d=ff$1$",
                "the longest name counts~{source-labels: [a], regex: '(f).*', target-label: d, replacement: '$1x'}~a=foo b=bar c=baz",
                "keep~{source-labels: [a], regex: 'f|foo', action: keep}~a=foo b=bar c=baz",
                "keep matches the whole~{source-labels: [a], regex: 'fo', action: keep}~dropped",
                "drop~{source-labels: [a], regex: '.*o', action: drop}~dropped",
                "drop of no match~{source-labels: [a], regex: 'f', action: drop}~a=foo b=bar c=baz",
                "keepequal~{source-labels: [a], target-label: b, action: keepequal}~dropped",
                "dropequal~{source-labels: [a], target-label: b, action: dropequal}~a=foo b=bar c=baz",
                "labelmap~{regex: '(a|c)', replacement: 'new_$1', action: labelmap}~a=foo b=bar c=baz new_a=foo new_c=baz",
                "labeldrop~{regex: 'a|b', action: labeldrop}~c=baz",
                "labelkeep~{regex: 'a|b', action: labelkeep}~a=foo b=bar",
                "hashmod~{source-labels: [c], modulus: 1000, target-label: d, action: hashmod}~a=foo b=bar c=baz d=976",
                "uppercase~{source-labels: [a, b], target-label: d, action: uppercase}~a=foo b=bar c=baz d=FOO;BAR",
                "lowercase~{source-labels: [a], target-label: a, action: lowercase}~a=foo b=bar c=baz",
            })
    void aRule(String name, String rule, String expected) {
        assertThat(relabelled("[" + rule + "]")).as(name).isEqualTo(expected);
    }

    @Test
    void aRuleSeesWhatTheOnesBeforeDid() {
        assertThat(relabelled("[{target-label: d, replacement: x}, {source-labels: [d], regex: x, action: drop}]"))
                .isEqualTo(DROPPED);
        assertThat(relabelled("[{source-labels: [b], regex: x, action: keep}, {target-label: d, replacement: x}]"))
                .isEqualTo(DROPPED);
    }

    @Test
    void newlinesAreMatched() {
        TreeMap<String, String> labels = new TreeMap<>(Map.of("a", "x\ny"));
        assertThat(RelabelRule.applyAll(rules("[{source-labels: [a], regex: 'x.y', action: keep}]"), labels))
                .isTrue();
    }

    @Test
    void reportsAllMistakesTogether() {
        assertThatThrownBy(() -> rules("""
                [{source-labels: [a-b]}, {regex: '(', target-label: x}, {action: hashmod, target-label: 'a$1'},
                 {action: move}, {action: labeldrop, regexp: x}]"""))
                .isInstanceOf(MistakesException.class)
                .hasMessageContaining("is not a name of a label: \"a-b\"")
                .hasMessageContaining("[0].target-label: is missing")
                .hasMessageContaining("is not an RE2 expression")
                .hasMessageContaining("[2].modulus: is missing")
                .hasMessageContaining("[2].target-label: is not a name of a label")
                .hasMessageContaining("labelmap")
                .hasMessageContaining("regexp");
    }

    private static String relabelled(String rules) {
        TreeMap<String, String> labels = new TreeMap<>(Map.of("a", "foo", "b", "bar", "c", "baz"));
        if (!RelabelRule.applyAll(rules(rules), labels)) {
            return DROPPED;
        }
        StringBuilder text = new StringBuilder();
        labels.forEach((key, value) -> text.append(' ').append(key).append('=').append(value));
        return text.substring(1);
    }

    private static List<RelabelRule> rules(String yaml) {
        return YamlSource.text("rules", "relabel: " + yaml)
                .read(section -> RelabelKeys.read(section, "relabel", "rules"));
    }
}
