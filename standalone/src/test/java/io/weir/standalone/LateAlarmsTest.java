package io.weir.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.writer.testing.FreePorts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Late alarms in {@code weir up} with its QuestDB. */
@Tag("long")
class LateAlarmsTest {
    private static final long EVERY = 2_000;
    private static final String RULES = """
            version: 1
            late:
              - {name: busy, query: cpu > 90, every: 2s, delay: 0s, for: 4s, path: [hostname], \
            message: "{hostname} is busy"}
              - {name: wrong, query: "raet(cpu[5m]) > 1", every: 2s}
            """;

    @Test
    void aKillLosesAndRepeatsNoRound(@TempDir Path directory) throws Exception {
        Path rules = Files.writeString(directory.resolve("late.yaml"), RULES);
        UpInstallation weir =
                new UpInstallation(directory, "--store-port=" + FreePorts.next(), "--rules=" + rules.toAbsolutePath());
        try (WeirProcess process = weir.start()) {
            weir.send("cpu,hostname=flp1 value=99\ncpu,hostname=flp2 value=9");
            weir.awaitIn("alarms.events", "busy/flp1#1");
            weir.awaitIn("alarms.events", "flp1 is busy");
            weir.awaitIn("alarms.events", "the alarms of late rule wrong are unknown since");
            process.kill();
        }
        try (WeirProcess process = weir.start()) {
            weir.send("cpu,hostname=flp1 value=5");
            weir.awaitIn("alarms.events", "busy/flp1#2");
            List<Long> times = times(weir);
            assertThat(times).hasSizeGreaterThan(3);
            for (int i = 0; i < times.size(); i++) {
                assertThat(times.get(i)).isEqualTo(times.get(0) + i * EVERY);
            }
            assertThat(weir.read("alarms.events", 1))
                    .extracting(record -> new String(record.value(), UTF_8))
                    .noneMatch(event -> event.contains("busy/flp2") || event.contains("busy/flp1#3"));
            process.terminate();
            process.awaitExit();
        }
    }

    private static List<Long> times(UpInstallation weir) {
        return weir.read("weir.late", 1).stream()
                .filter(record -> new String(record.key(), UTF_8).equals("busy"))
                .map(record -> Long.parseLong(
                        new String(record.value(), UTF_8).lines().findFirst().orElseThrow()))
                .toList();
    }
}
