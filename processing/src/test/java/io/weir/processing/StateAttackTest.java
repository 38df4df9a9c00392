package io.weir.processing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.utils.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * One sender opens as many windows of as many fields as it can: the heap suffices, and no window of
 * other series changes.
 */
@Tag("long")
class StateAttackTest {

    private static final int FIELDS = 4090;
    private static final int STAMPS = 588;
    private static final int SERIES = 20;
    private static final int DENSE_SERIES = 8;
    private static final int TEXT_SERIES = 20_000;
    private static final int TEXTS_OF_RECORD = 16;

    /**
     * This many series share a block of the changelog. The driver commits after every record and
     * keeps the written blocks.
     */
    private static final int BLOCK = 64;

    private static final long START = 1_700_000_000;
    private static final String MINE = "window ";

    private static final RuleFile RULES = RuleLoader.parse("rules.yaml", """
            version: 1
            aggregate:
              - {name: mine, match: {measurement: cpu}, fields: ["*"], functions: [mean, max, stddev], window: 1s, grace: 2s}
              - {name: all, match: {measurement: "junk*"}, fields: ["*"], functions: [mean, max, stddev], window: 1s, grace: 20m}
            suppress:
              - {name: link, match: {measurement: link}, field: status, mode: change}
            """);

    /** The input of each of the attacker's series. */
    private enum Attack {
        NONE,
        /** All fields once, then one of them for each stamp. */
        SPARSE,
        /** All fields for each stamp. */
        DENSE,
        /** Long texts of many series, with suppressed repeats; then processing restarts. */
        TEXTS
    }

    @Test
    void sparseWindowsFitIntoASmallHeap() throws Exception {
        assertThat(windowsUnder(Attack.SPARSE)).isNotEmpty().isEqualTo(windows(Attack.NONE));
    }

    @Test
    void denseWindowsFitIntoASmallHeap() throws Exception {
        assertThat(windowsUnder(Attack.DENSE)).isNotEmpty().isEqualTo(windows(Attack.NONE));
    }

    @Test
    void longTextsFitIntoASmallHeapAfterARestore() throws Exception {
        assertThat(windowsUnder(Attack.TEXTS)).isNotEmpty().isEqualTo(windows(Attack.NONE));
    }

    /** The windows of the other series, computed by a JVM with a small heap. */
    private static List<String> windowsUnder(Attack attack) throws IOException, InterruptedException {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        Process process = new ProcessBuilder(
                        java.toString(),
                        "-Xmx1g",
                        "-XX:+UseSerialGC",
                        "-XX:+ExitOnOutOfMemoryError",
                        "-cp",
                        System.getProperty("java.class.path"),
                        StateAttackTest.class.getName(),
                        attack.name())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        List<String> out = new String(process.getInputStream().readAllBytes(), UTF_8)
                .lines()
                .toList();
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(String.join("\n", out)).isZero();
        return out.stream().filter(line -> line.startsWith(MINE)).toList();
    }

    /** Prints the windows of the other series during an attack. */
    public static void main(String[] attack) {
        Attack of = Attack.valueOf(attack[0]);
        (of == Attack.TEXTS ? windowsOverRestart() : windows(of)).forEach(System.out::println);
    }

    private static List<String> windowsOverRestart() {
        List<String> windows = new ArrayList<>();
        Map<Bytes, byte[]> changelog = new HashMap<>();
        int records = 0;
        try (TopologyRig rig = new TopologyRig(RULES)) {
            for (int second = 0; second < 100; second++, records += 2) {
                neighbours(rig, second);
                take(rig, windows, changelog);
            }
            for (int from = 0; from < TEXT_SERIES; from += TEXTS_OF_RECORD, records++) {
                rig.batch((START + 100) * 1_000, texts(from));
                take(rig, windows, changelog);
            }
        }
        try (TopologyRig rig = new TopologyRig(RULES)) {
            for (int offset = 0; offset < records; offset++) {
                rig.batch(0, "# only moves the offset");
            }
            take(rig, windows, new HashMap<>());
            changelog.forEach((key, value) -> rig.store().restore(key.get(), value));
            changelog.clear();
            for (int second = 100; second < STAMPS; second++) {
                neighbours(rig, second);
                take(rig, windows);
            }
        }
        return windows;
    }

    private static String texts(int from) {
        StringBuilder lines = new StringBuilder();
        for (int port = from; port < from + TEXTS_OF_RECORD; port++) {
            lines.append("link,port=%d status=\"%s\" %d\n"
                    .formatted(port, "x".repeat(60_000), (START + 100) * 1_000_000_000));
        }
        return lines.toString();
    }

    private static void take(TopologyRig rig, List<String> windows, Map<Bytes, byte[]> changelog) {
        rig.output(TopologyRig.CHANGELOG).forEach(each -> changelog.put(Bytes.wrap(each.key()), each.value()));
        take(rig, windows);
    }

    private static List<String> windows(Attack attack) {
        List<String> windows = new ArrayList<>();
        try (TopologyRig rig = new TopologyRig(RULES)) {
            for (int second = 0; second < STAMPS; second++) {
                neighbours(rig, second);
                if (attack != Attack.NONE && second == 100) {
                    attack(rig, attack, windows);
                }
                take(rig, windows);
            }
        }
        return windows;
    }

    private static void neighbours(TopologyRig rig, int second) {
        StringBuilder lines = new StringBuilder();
        for (int host = 0; host < BLOCK; host++) {
            lines.append("cpu,host=h%d value=%d,load=%d %d\n"
                    .formatted(host, second * host, second, (START + second) * 1_000_000_000));
        }
        rig.batch((START + second) * 1_000, lines.toString());
        rig.tick("g", (START + second) * 1_000);
    }

    private static void attack(TopologyRig rig, Attack attack, List<String> windows) {
        for (int series = 0; series < (attack == Attack.DENSE ? DENSE_SERIES : SERIES); series++) {
            StringBuilder fields = new StringBuilder("junk,id=" + series + " f0=1");
            for (int field = 1; field < FIELDS; field++) {
                fields.append(",f").append(field).append("=1");
            }
            StringBuilder lines = new StringBuilder();
            for (int second = 0; second < STAMPS; second++) {
                boolean hasAll = second == 0 || attack == Attack.DENSE;
                lines.append(hasAll ? fields : "junk,id=" + series + " f" + second + "=1")
                        .append(' ')
                        .append((START + 100 - second) * 1_000_000_000)
                        .append('\n');
            }
            rig.batch((START + 100) * 1_000, lines.toString());
            take(rig, windows);
            fillBlock(rig, series);
            take(rig, windows);
        }
    }

    /** Fills a block, so that the next series is in another one. */
    private static void fillBlock(TopologyRig rig, int series) {
        StringBuilder lines = new StringBuilder();
        for (int other = 1; other < BLOCK; other++) {
            lines.append("junk-filler,id=%d-%d v=1 %d\n".formatted(series, other, START * 1_000_000_000));
        }
        rig.batch((START + 100) * 1_000, lines.toString());
    }

    /** Empties the driver, which keeps all output until it is read. */
    private static void take(TopologyRig rig, List<String> windows) {
        rig.output(TopologyRig.CHANGELOG);
        rig.output(rig.topics.live());
        rig.output(rig.topics.rejected());
        rig.lines(rig.topics.storage()).stream()
                .filter(line -> line.startsWith("cpu_1s"))
                .forEach(line -> windows.add(MINE + line));
    }
}
