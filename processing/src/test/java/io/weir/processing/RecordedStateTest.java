package io.weir.processing;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.state.UnusableStateException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;

/**
 * The changelogs that an earlier version wrote, in {@code recorded-state}: this version continues
 * with them as if it had written them, or refuses their layout by name. A change of what is saved
 * without a new layout fails here.
 *
 * <p>{@code -Dweir.test.record=FILE} records the state of this version into a new file, which then
 * joins the others.
 */
class RecordedStateTest {

    private static final Path RECORDED = Path.of("src", "test", "resources", "recorded-state");

    private static final RuleFile RULES = RuleLoader.parse("rules.yaml", """
            version: 1
            derive:
              - {name: rate, match: {measurement: cpu}, field: value, function: rate}
              - {name: age, match: {measurement: cpu}, field: status, function: since-change}
            aggregate:
              - {name: cpu-1s, match: {measurement: cpu}, fields: [value], functions: [sum, count, last, p90], window: 1s, grace: 1s}
              - {name: groups, match: {measurement: cpu}, fields: [value], functions: [sum, count], window: 2s, grace: 1s, by: [group], of: samples, as: groups}
              - {name: chain, match: {measurement: cpu_1s}, fields: [value_sum], functions: [sum], window: 4s, grace: 0s, as: chain}
            suppress:
              - {name: status, match: {measurement: cpu}, field: status, mode: change, heartbeat: 3s}
              - {name: note, match: {measurement: cpu}, field: note, mode: change}
            """);

    private static final int RECORDS = 60;

    /** How many of them the recorded state includes. */
    private static final int INCLUDED = 33;

    private static final String REFUSED = "written in layout";

    @Test
    void continuesWithRecordedStateOrRefusesIt() throws IOException {
        String record = System.getProperty("weir.test.record");
        if (record != null) {
            Files.write(Path.of(record), recording());
        }
        List<String> expected = uninterrupted();
        assertThat(expected).hasSizeGreaterThan(50);
        List<Path> files;
        try (var all = Files.list(RECORDED)) {
            files = all.sorted().toList();
        }
        assertThat(files).isNotEmpty();
        for (Path file : files) {
            List<String> continued = continued(Files.readAllLines(file));
            if (!continued.equals(List.of(REFUSED))) {
                assertThat(continued).as("%s", file).containsExactlyInAnyOrderElementsOf(expected);
            }
        }
    }

    /** The test above can fail: the state matters. */
    @Test
    void outputDiffersWithoutTheState() {
        assertThat(continued(List.of("partials 0"))).isNotEqualTo(uninterrupted());
    }

    /** What is stored after the included records. */
    private static List<String> uninterrupted() {
        try (TopologyRig rig = new TopologyRig(RULES)) {
            pipe(rig, 0, INCLUDED);
            rig.lines(rig.topics.storage());
            return rest(rig);
        }
    }

    private static List<String> rest(TopologyRig rig) {
        pipe(rig, INCLUDED, RECORDS);
        return rig.lines(rig.topics.storage());
    }

    private static List<String> recording() {
        try (TopologyRig rig = new TopologyRig(RULES)) {
            pipe(rig, 0, INCLUDED);
            List<String> lines = new ArrayList<>();
            lines.add("partials " + rig.output(rig.topics.partials()).size());
            lines.addAll(compacted("series", rig.output(TopologyRig.CHANGELOG)));
            lines.addAll(compacted("merged", rig.output(TopologyRig.MERGED_CHANGELOG)));
            return lines;
        }
    }

    /** The last record of each key, as Kafka keeps it. */
    private static Collection<String> compacted(String store, List<TestRecord<byte[], byte[]>> records) {
        Map<String, String> last = new LinkedHashMap<>();
        for (TestRecord<byte[], byte[]> record : records) {
            String key = store + " " + HexFormat.of().formatHex(record.key());
            last.remove(key);
            if (record.value() != null) {
                last.put(key, key + " " + HexFormat.of().formatHex(record.value()));
            }
        }
        return last.values();
    }

    private static List<String> continued(List<String> recorded) {
        try (TopologyRig rig = new TopologyRig(RULES)) {
            for (int offset = 0; offset < INCLUDED; offset++) {
                rig.batch(0, "# only moves the offset");
            }
            rig.output(rig.topics.partials());
            rig.lines(rig.topics.storage());
            for (String line : recorded) {
                restore(rig, line.split(" "));
            }
            return rest(rig);
        } catch (RuntimeException e) {
            assertThat(e).hasRootCauseInstanceOf(UnusableStateException.class).hasStackTraceContaining(REFUSED);
            return List.of(REFUSED);
        }
    }

    private static void restore(TopologyRig rig, String... words) {
        if (words[0].equals("partials")) {
            for (int left = Integer.parseInt(words[1]); left > 0; left--) {
                rig.skipPartial();
            }
            return;
        }
        byte[] key = HexFormat.of().parseHex(words[1]);
        byte[] value = HexFormat.of().parseHex(words[2]);
        if (words[0].equals("series")) {
            rig.store().restore(key, value);
        } else {
            rig.merged().restore(key, value);
        }
    }

    private static void pipe(TopologyRig rig, int from, int to) {
        for (int record = from; record < to; record++) {
            long millis = 1_000_000 + record * 200L;
            if (record % 3 == 2) {
                rig.tick("g1", 7, record, millis);
                continue;
            }
            StringBuilder lines = new StringBuilder();
            for (int host = 0; host < 80; host += 1 + record % 7) {
                lines.append("cpu,group=g%d,host=h%d value=%d,status=%di,note=\"%s\" %d\n"
                        .formatted(
                                host % 3,
                                host,
                                record * host % 100,
                                record / 10 % 2,
                                "n" + record / 20,
                                millis * 1_000_000 - host));
            }
            rig.batch("g1", 7, record, millis, lines.toString());
        }
    }
}
