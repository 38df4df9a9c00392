package io.weir.standalone.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmJson;
import io.weir.standalone.UpInstallation;
import io.weir.standalone.WeirProcess;
import io.weir.standalone.alarms.Alarms;
import io.weir.writer.testing.FreePorts;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * A whole {@code weir up} is killed right after it has accepted a metric; alarms follow as if it
 * had not been killed.
 */
class UpKillTest {

    private static final int ROUNDS = Boolean.getBoolean("weir.test.long") ? 2 : 1;
    private static final String EVENTS = "alarms.events";
    private static final String ACTIVE = "weir_alarming_active{severity=\"MAJOR\"} 1.0";

    private final UpInstallation weir;

    UpKillTest(@TempDir Path directory) {
        weir = new UpInstallation(
                directory,
                "--store-port=" + FreePorts.next(),
                "--rules=" + Path.of("..", "docs", "examples", "rules.yaml").toAbsolutePath());
    }

    @Test
    void noTransitionIsLostOrRepeated() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            acceptAndDie("cpu,hostname=flp1,detector=TPC value=97.3");
            acceptAndDie("cpu,hostname=flp1,detector=TPC value=12.5");
        }
        List<AlarmEvent> events;
        try (WeirProcess process = weir.start()) {
            // The last event of the series: any repeated event would precede it.
            weir.send("cpu,hostname=flp1,detector=TPC value=99");
            weir.awaitIn(EVENTS, "cpu-high/TPC/flp1#" + (2 * ROUNDS + 1));
            events = weir.read(EVENTS, 2 * ROUNDS + 1).stream()
                    .map(record -> AlarmJson.readEvent(record.value()))
                    .toList();
            weir.awaitMeter(ACTIVE);
            process.terminate();
            process.awaitExit();
        }
        try (WeirProcess again = weir.start()) {
            weir.awaitMeter(ACTIVE);
            again.kill();
        }
        assertThat(events)
                .extracting(
                        event -> event.transition() + " " + event.from() + " " + event.to() + " " + event.severity())
                .containsExactlyElementsOf(expected());
    }

    private static List<String> expected() {
        List<String> expected = new ArrayList<>();
        for (int raise = 1; raise <= 2 * ROUNDS + 1; raise += 2) {
            expected.add("cpu-high/TPC/flp1#" + raise + " NORMAL UNACKNOWLEDGED MAJOR");
            expected.add("cpu-high/TPC/flp1#" + (raise + 1) + " UNACKNOWLEDGED NORMAL OK");
        }
        return expected.subList(0, 2 * ROUNDS + 1);
    }

    /** An operator's command that was reported as done survives any kill. */
    @Test
    @Tag("long")
    void whatOperatorsSaidSurvives() throws Exception {
        try (WeirProcess process = weir.start()) {
            weir.send("cpu,hostname=flp1,detector=TPC value=97\ncpu,hostname=flp2,detector=TPC value=97");
            weir.awaitIn(EVENTS, "cpu-high/TPC/flp2#1");
            weir.awaitIn(EVENTS, "cpu-high/TPC/flp1#1");
            assertThat(say("ack", "cpu-high/*/flp1", "--reason=on it")).isZero();
            assertThat(say("shelve", "cpu-high/TPC/flp2", "--for=1d", "--reason=fan"))
                    .isZero();
            process.kill();
        }
        try (WeirProcess process = weir.start()) {
            assertThat(say("ack", "cpu-high", "--subtree"))
                    .as("nothing is left to be acknowledged")
                    .isEqualTo(1);
            assertThat(say("unshelve", "cpu-high", "--rule")).isZero();
            process.kill();
        }
        try (WeirProcess process = weir.start()) {
            weir.send("cpu,hostname=last,detector=TPC value=99");
            weir.awaitIn(EVENTS, "cpu-high/TPC/last#1");
            assertThat(weir.read(EVENTS, 6))
                    .extracting(record -> AlarmJson.readEvent(record.value()))
                    .extracting(
                            event -> event.transition() + " " + event.to() + " " + event.user() + " " + event.reason())
                    .containsExactlyInAnyOrder(
                            "cpu-high/TPC/flp1#1 UNACKNOWLEDGED null null",
                            "cpu-high/TPC/flp2#1 UNACKNOWLEDGED null null",
                            "cpu-high/TPC/flp1#2 ACKNOWLEDGED otto on it",
                            "cpu-high/TPC/flp2#2 SHELVED otto fan",
                            "cpu-high/TPC/flp2#3 UNACKNOWLEDGED otto null",
                            "cpu-high/TPC/last#1 UNACKNOWLEDGED null null");
            assertThat(print("history", "tpc", "-flp1").lines())
                    .hasSize(4)
                    .last(STRING)
                    .contains("cpu-high/TPC/last  NORMAL -> UNACKNOWLEDGED");
            assertThat(print("list", "state=ACKNOWLEDGED").lines())
                    .hasSize(2)
                    .last(STRING)
                    .contains("cpu-high/TPC/flp1");
            process.kill();
        }
    }

    private String print(String... command) {
        StringWriter out = new StringWriter();
        List<String> words = new ArrayList<>(List.of(command[0], "--bootstrap=" + weir.bootstrap(), "--"));
        words.addAll(List.of(command).subList(1, command.length));
        assertThat(new CommandLine(new Alarms())
                        .setOut(new PrintWriter(out, true))
                        .execute(words.toArray(String[]::new)))
                .isZero();
        return out.toString();
    }

    private int say(String... command) {
        List<String> words = new ArrayList<>(List.of(command));
        words.addAll(List.of("--user=otto", "--bootstrap=" + weir.bootstrap()));
        return new CommandLine(new Alarms()).execute(words.toArray(String[]::new));
    }

    /**
     * Starts, sends a line, and kills as soon as the line is in Kafka, whether or not later stages
     * have read it.
     */
    private void acceptAndDie(String line) throws Exception {
        try (WeirProcess process = weir.start()) {
            String stamped = line + " " + System.currentTimeMillis() + "000000";
            weir.send(stamped);
            weir.awaitIn("metrics.raw", stamped.substring(stamped.lastIndexOf(' ') + 1));
            process.kill();
        }
    }
}
