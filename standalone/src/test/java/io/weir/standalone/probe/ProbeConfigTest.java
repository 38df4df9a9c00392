package io.weir.standalone.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.config.MistakesException;
import io.weir.contract.config.YamlSource;
import io.weir.contract.rule.match.Glob;
import io.weir.standalone.probe.out.Destination;
import io.weir.standalone.probe.out.HostAndPort;
import io.weir.standalone.probe.out.ProbeFormat;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ProbeConfigTest {

    @Test
    void tellsOfTheHostAndItsOwnProcessIfNothingIsSaid() {
        ProbeConfig config = read("");

        assertThat(config.enabled()).isTrue();
        assertThat(config.output().format()).isEqualTo(ProbeFormat.UDP);
        assertThat(config.output().to()).isEmpty();
        assertThat(config.output().listen()).hasToString("127.0.0.1:9408");
        assertThat(config.output().token()).isEmpty();
        assertThat(config.output().bufferBytes()).isEqualTo(4 << 20);
        assertThat(config.interval()).isEqualTo(Duration.ofSeconds(1));
        assertThat(config.hostname()).isEmpty();
        assertThat(config.tags()).isEmpty();
        assertThat(config.processes()).containsExactly(new Glob("self"));
        assertThat(config.perCore()).isFalse();
        assertThat(config.tools()).isFalse();
        assertThat(config.metersOf()).isEmpty();
    }

    @Test
    void takesWhatIsSaid() {
        ProbeConfig config =
                read("{to: 'gw:1', interval: 5s, hostname: flp1, tags: {rack: A1}, per-core: true, tools: true,"
                        + " processes: ['o2-*', '*--role flp*'], meters-of: ['gw:2'], enabled: false}");

        assertThat(config.output().to()).contains(new Destination.Datagrams(new HostAndPort("gw", 1)));
        assertThat(config.interval()).isEqualTo(Duration.ofSeconds(5));
        assertThat(config.hostname()).contains("flp1");
        assertThat(config.tags()).isEqualTo(Map.of("rack", "A1"));
        assertThat(config.processes()).extracting(Glob::pattern).containsExactly("o2-*", "*--role flp*");
        assertThat(config.perCore()).isTrue();
        assertThat(config.tools()).isTrue();
        assertThat(config.metersOf()).containsExactly(new HostAndPort("gw", 2));
        assertThat(config.enabled()).isFalse();
    }

    @Test
    void isOverriddenByVariables() {
        ProbeConfig config = YamlSource.text("probe.yaml", "{tags: {rack: A1}}")
                .withEnvironment(
                        "WEIR_PROBE",
                        Map.of("WEIR_PROBE_TO", "gw:1", "WEIR_PROBE_PROCESSES", "a*,b*", "WEIR_PROBE_TAGS_HALL", "SX2"))
                .read(ProbeConfig::read);

        assertThat(config.output().to()).contains(new Destination.Datagrams(new HostAndPort("gw", 1)));
        assertThat(config.processes()).extracting(Glob::pattern).containsExactly("a*", "b*");
        assertThat(config.tags()).isEqualTo(Map.of("rack", "A1", "hall", "SX2"));
    }

    @Test
    void isOverriddenByTheCommandLine() {
        ProbeConfig config = read("{to: 'gw:1', interval: 5s, processes: [a]}");

        assertThat(config.with(config.output(), Optional.empty(), List.of())).isEqualTo(config);
        ProbeConfig other = config.with(
                config.output()
                        .with(
                                Optional.of(ProbeFormat.UDP),
                                Optional.of(new Destination.Datagrams(new HostAndPort("other", 2))),
                                Optional.empty()),
                Optional.of(Duration.ofSeconds(2)),
                List.of(new Glob("b")));
        assertThat(other.output().to()).contains(new Destination.Datagrams(new HostAndPort("other", 2)));
        assertThat(other.interval()).isEqualTo(Duration.ofSeconds(2));
        assertThat(other.processes()).containsExactly(new Glob("b"));
    }

    @Test
    void tellsEveryMistakeAtOnce() {
        String mistaken = """
                to: gateway1
                interval: 100ms
                hostname: ''
                tags: {hostname: a, rack: 'a\\', hall: ''}
                processes: ['']
                percore: true
                """;

        assertThatThrownBy(() -> read(mistaken))
                .isInstanceOf(MistakesException.class)
                .hasMessageContaining("probe.yaml:1: to: must be HOST:PORT")
                .hasMessageContaining("probe.yaml:2: interval: must be a duration of at least 500ms")
                .hasMessageContaining("probe.yaml:3: hostname: cannot be the value of a tag")
                .hasMessageContaining("probe.yaml:4: tags.rack: cannot be the value of a tag, was \"a\\\"")
                .hasMessageContaining("probe.yaml:4: tags.hall: cannot be the value of a tag")
                .hasMessageContaining("probe.yaml:5: processes[0]: must have 1 to 256 characters")
                .hasMessageContaining("percore");
        assertThatThrownBy(() -> read("{format: graphite, listen: '9408', token-file: /no/such, buffer-bytes: 1}"))
                .hasMessageContaining("format: must be one of udp, influx, otlp, prometheus")
                .hasMessageContaining("listen: must be HOST:PORT")
                .hasMessageContaining("token-file: ")
                .hasMessageContaining("buffer-bytes: ");
        assertThatThrownBy(() -> read("tags: {'rack\\': a}"))
                .hasMessageContaining("tags: has a key that cannot be a tag: tag key must not");
        assertThatThrownBy(() -> read("tags: {hostname: a}")).hasMessageContaining("the key hostname instead");
    }

    private static ProbeConfig read(String text) {
        return YamlSource.text("probe.yaml", text).read(ProbeConfig::read);
    }
}
