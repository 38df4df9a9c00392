package io.weir.standalone.probe;

import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.config.YamlSource;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** docs/probe.md describes what the probe does. */
class ProbePageTest {
    @Test
    void theTableHasEveryFieldThatIsSentAndNoOther() throws IOException {
        Map<String, Set<String>> sent = new TreeMap<>();
        Samples.all().forEach(line -> sent.computeIfAbsent(line.series().measurement(), name -> new TreeSet<>())
                .addAll(line.fields()));

        assertThat(ProbePage.read().fields()).isEqualTo(sent);
    }

    @Test
    void theTableHasEveryTag() throws IOException {
        Map<String, Set<String>> documented = ProbePage.read().tags();

        assertThat(Samples.all()).allSatisfy(line -> {
            Set<String> own = line.series().tags().keySet().stream()
                    .filter(tag -> !tag.equals("hostname"))
                    .collect(toSet());
            assertThat(documented.get(line.series().measurement())).containsAll(own);
        });
    }

    @Test
    void theUnitSetsWhatAProbeTakes() throws IOException {
        Map<String, String> variables = ProbePage.read().lines().stream()
                .filter(line -> line.startsWith("Environment="))
                .map(line -> line.split("=", 3))
                .collect(toMap(parts -> parts[1], parts -> parts[2]));

        ProbeConfig config = YamlSource.text("probe", "")
                .withEnvironment("WEIR_PROBE", variables)
                .read(ProbeConfig::read);

        assertThat(config.tags()).isEqualTo(Map.of("rack", "A1"));
    }
}
