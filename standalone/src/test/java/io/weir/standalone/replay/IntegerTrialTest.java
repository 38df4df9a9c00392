package io.weir.standalone.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.RuleLoader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IntegerTrialTest {

    private final Path recording;

    IntegerTrialTest(@TempDir Path directory) throws IOException {
        recording = directory.resolve("recording.txt");
        Files.writeString(recording, """
                disk,host=a read=1i,written=2i,load=0.5 1000000000
                disk,host=b read=3i,written=4i,load=1.5 2000000000
                """);
    }

    @Test
    void findsIntegersOfSeriesAndGroups() throws IOException {
        assertThat(seen("""
                aggregate:
                  - {name: series, match: {measurement: disk}, fields: "*", functions: [last, mean, count], window: 1s}
                  - {name: group, match: {measurement: disk}, by: [], fields: [read, load], functions: [sum, max], of: last, window: 1s, as: all}
                """))
                .containsExactly("[read_last, written_last] of [read, written]", "[read_max, read_sum] of [read]");
    }

    @Test
    void findsIntegersThatAreSuppressedOrNotStored() throws IOException {
        assertThat(seen("""
                aggregate:
                  - {name: series, match: {measurement: disk}, fields: [read], functions: [sum], window: 1s, as: sums}
                route:
                  - {match: {measurement: sums}, to: []}
                alarms:
                  - {name: high, match: {measurement: sums}, field: read_sum, major: {above: 10}}
                """)).containsExactly("[read_sum] of [read]");
    }

    @Test
    void ignoresCountsAndFloats() throws IOException {
        assertThat(seen("""
                convert:
                  - {name: floats, match: {measurement: disk}, field: written, scale: 1}
                aggregate:
                  - {name: counts, match: {measurement: disk}, fields: [read], functions: [count, mean], window: 1s, as: counts}
                  - {name: means, match: {measurement: disk}, by: [], fields: [read], functions: [sum, count], of: mean, window: 1s, as: means}
                  - {name: converted, match: {measurement: disk}, fields: [written], functions: [sum], window: 1s}
                """)).isEmpty();
    }

    private List<String> seen(String rules) throws IOException {
        return IntegerTrial.of(recording.toString(), RuleLoader.parse("rules.yaml", "version: 1\n" + rules)).stream()
                .map(each -> each.fields() + " of " + each.inputs())
                .toList();
    }
}
