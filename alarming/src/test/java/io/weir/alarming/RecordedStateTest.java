package io.weir.alarming;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.state.UnusableStateException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.apache.kafka.common.header.internals.RecordHeaders;
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
            alarms:
              - {name: hot, match: {measurement: temp}, field: c, minor: {above: 50, clear: 40}, major: {above: 70, clear: 60}, for: 2s, latch: true, chatter: off}
              - {name: odd, match: {measurement: temp}, field: c, minor: {outside: [30, 70]}, times: {n: 3, within: 5s}, chatter: off}
              - {name: gone, match: {measurement: temp}, absent: 3s, by: [host], severity: major, chatter: off}
              - {name: room, of: {rules: [hot]}, at-least: 3, chatter: off}
            """);

    private static final int RECORDS = 60;

    /** How many of them the recorded state includes. */
    private static final int INCLUDED = 30;

    private static final String REFUSED = "written in layout";

    /** The stores that {@link TopologyRig} restores, by the name of their changelog. */
    private static final Map<String, BiConsumer<TopologyRig, TestRecord<byte[], byte[]>>> STORES = new TreeMap<>(Map.of(
            TopologyRig.CONDITIONS, (rig, record) -> rig.store().restore(record.key(), record.value()),
            TopologyRig.ALARMS, TopologyRig::restoreAlarm,
            TopologyRig.MARKS, TopologyRig::restoreMark,
            TopologyRig.KEYS, TopologyRig::restoreKey,
            TopologyRig.TIMES, TopologyRig::restoreTime,
            TopologyRig.GROUPS, TopologyRig::restoreGroup));

    @Test
    void continuesWithRecordedStateOrRefusesIt() throws IOException {
        String record = System.getProperty("weir.test.record");
        if (record != null) {
            Files.write(Path.of(record), recording());
        }
        List<String> expected = uninterrupted();
        assertThat(expected).hasSizeGreaterThan(5);
        List<Path> files;
        try (var all = Files.list(RECORDED)) {
            files = all.sorted().toList();
        }
        assertThat(files).isNotEmpty();
        for (Path file : files) {
            List<String> recorded = Files.readAllLines(file);
            if (hasPresentLayouts(recorded)) {
                List<String> continued = continued(recorded);
                if (!continued.equals(List.of(REFUSED))) {
                    assertThat(continued).as("%s", file).isEqualTo(expected);
                }
            }
        }
    }

    /** The test above can fail: the state matters. */
    @Test
    void eventsDifferWithoutTheState() {
        assertThat(continued(List.of())).isNotEqualTo(uninterrupted());
    }

    /** {@code SealedSerdeTest} shows that another layout is refused by name. */
    private static boolean hasPresentLayouts(List<String> recorded) {
        return layouts(recorded).equals(layouts(recording()));
    }

    /** The layout of each changelog: the second byte of a value. */
    private static Map<String, String> layouts(List<String> recorded) {
        Map<String, String> layouts = new HashMap<>();
        for (String line : recorded) {
            String[] words = line.split(" ");
            layouts.put(words[0], words[2].substring(2, 4));
        }
        return layouts;
    }

    private static List<String> uninterrupted() {
        try (TopologyRig rig = new TopologyRig(RULES)) {
            pipe(rig, 0, INCLUDED);
            rig.events();
            return rest(rig);
        }
    }

    private static List<String> rest(TopologyRig rig) {
        pipe(rig, INCLUDED, RECORDS);
        return rig.events().stream().map(RecordedStateTest::said).sorted().toList();
    }

    private static String said(AlarmEvent event) {
        return event.transition() + " " + event.from() + ">" + event.to() + " " + event.severity() + " "
                + event.eventTime();
    }

    private static List<String> recording() {
        try (TopologyRig rig = new TopologyRig(RULES)) {
            pipe(rig, 0, INCLUDED);
            List<String> lines = new ArrayList<>();
            for (String changelog : STORES.keySet()) {
                lines.addAll(compacted(changelog, rig.output(changelog)));
            }
            return lines;
        }
    }

    /** The last record of each key, as Kafka keeps it. */
    private static Collection<String> compacted(String changelog, List<TestRecord<byte[], byte[]>> records) {
        Map<String, String> last = new LinkedHashMap<>();
        for (TestRecord<byte[], byte[]> record : records) {
            String key = changelog + " " + HexFormat.of().formatHex(record.key());
            last.remove(key);
            if (record.value() != null) {
                last.put(key, key + " " + HexFormat.of().formatHex(record.value()));
            }
        }
        return last.values();
    }

    private static List<String> continued(List<String> recorded) {
        try (TopologyRig rig = new TopologyRig(RULES)) {
            for (int offset = 0; offset < 2 * INCLUDED; offset++) {
                rig.batch(0, "# only moves the offset");
            }
            rig.events();
            for (String line : recorded) {
                String[] words = line.split(" ");
                byte[] key = HexFormat.of().parseHex(words[1]);
                byte[] value = HexFormat.of().parseHex(words[2]);
                Objects.requireNonNull(STORES.get(words[0]))
                        .accept(rig, new TestRecord<>(key, value, new RecordHeaders(), 0L));
            }
            return rest(rig);
        } catch (RuntimeException e) {
            assertThat(e).hasRootCauseInstanceOf(UnusableStateException.class).hasStackTraceContaining(REFUSED);
            return List.of(REFUSED);
        }
    }

    private static void pipe(TopologyRig rig, int from, int to) {
        for (int record = from; record < to; record++) {
            long millis = 1_000_000 + record * 400L;
            StringBuilder lines = new StringBuilder();
            for (int host = 0; host < 70; host += 1 + record % 5) {
                if (host % 9 != 4 || record < 20) {
                    int value = host == 7 ? 80 : record / 12 % 2 == 0 ? 45 : host % 4 * 25;
                    lines.append("temp,host=h%d c=%d %d\n".formatted(host, value, millis * 1_000_000));
                }
            }
            rig.batch(millis, lines.toString(), record, 0);
            rig.batch(millis, "", record, 1);
        }
    }
}
