package io.weir.contract.rule.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.config.Refusal;
import io.weir.contract.line.Series;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MatchTest {
    @ParameterizedTest
    @CsvSource({
        "cpu,cpu,true",
        "cpu,cpu2,false",
        "cpu,CPU,false",
        "*,'',true",
        "*,anything,true",
        "?,'',false",
        "?,é,true",
        "cpu*,cpu,true",
        "cpu*,xcpu,false",
        "*cpu,my-cpu,true",
        "c?u*d,cpu_load,true",
        "c?u*d,cpu_loads,false",
        "*a*b*,xxaxxbxx,true",
        "*a*b*,xxbxxaxx,false",
        "**,x,true",
        "a*a,a,false",
        "*.aab,a.aa.aab,true",
        "a.c,abc,false",
        "[a],a,false"
    })
    void globMatchesTheWholeText(String pattern, String text, boolean matches) {
        assertThat(new Glob(pattern).matches(text)).isEqualTo(matches);
    }

    @Test
    @Timeout(60)
    void globsMatchInBoundedTime() {
        assertThat(new Glob("*a".repeat(100) + "b").matches("a".repeat(20_000))).isFalse();
        assertThatThrownBy(() -> new Glob("")).isInstanceOf(Refusal.class);
        assertThatThrownBy(() -> new Glob("*".repeat(257))).isInstanceOf(Refusal.class);
    }

    @Test
    void matchWantsEveryTag() {
        Match match =
                new Match(new Glob("cpu*"), new TreeMap<>(Map.of("host", new Glob("flp*"), "detector", Glob.ANY)));

        assertThat(match.test(series("cpu", Map.of("host", "flp1", "detector", "TPC", "rack", "1"))))
                .isTrue();
        assertThat(match.test(series("cpu", Map.of("host", "epn1", "detector", "TPC"))))
                .isFalse();
        assertThat(match.test(series("cpu", Map.of("host", "flp1")))).isFalse();
        assertThat(match.test(series("mem", Map.of("host", "flp1", "detector", "TPC"))))
                .isFalse();
        assertThat(Match.ALL.test(series("mem", Map.of()))).isTrue();
    }

    @Test
    void matchWantsTagsAbsent() {
        Match match = new Match(Glob.ANY, new TreeMap<>(), List.of("run", "part"), new TreeMap<>());

        assertThat(match.test(series("cpu", Map.of("host", "flp1")))).isTrue();
        assertThat(match.test(series("cpu", Map.of("host", "flp1", "part", "TST"))))
                .isFalse();
    }

    @Test
    void matchWantsTagsOtherwiseOrAbsent() {
        Match match = new Match(
                Glob.ANY,
                new TreeMap<>(),
                List.of(),
                new TreeMap<>(Map.of("detector", TextPattern.of("TPC"), "host", TextPattern.of("/epn.*/"))));

        assertThat(match.test(series("cpu", Map.of()))).isTrue();
        assertThat(match.test(series("cpu", Map.of("detector", "ITS", "host", "flp1"))))
                .isTrue();
        assertThat(match.test(series("cpu", Map.of("detector", "TPC", "host", "flp1"))))
                .isFalse();
        assertThat(match.test(series("cpu", Map.of("detector", "ITS", "host", "epn1"))))
                .isFalse();
    }

    private static Series series(String measurement, Map<String, String> tags) {
        return new Series(measurement, new TreeMap<>(tags));
    }
}
