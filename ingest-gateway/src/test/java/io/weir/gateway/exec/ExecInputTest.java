package io.weir.gateway.exec;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.intake.OneInput;
import io.weir.gateway.testing.Logged;
import io.weir.gateway.testing.OpenedInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Commands of the machine. */
@Timeout(60)
class ExecInputTest {
    /** The default timeout is the interval, too short for a command on a busy machine. */
    private static final String OFTEN = ", interval: 100ms, timeout: 30s";

    @RegisterExtension
    final Logged logged = new Logged("io.weir.gateway.exec.CommandLog");

    private Path folder;

    @BeforeEach
    void listen(@TempDir Path directory) {
        folder = directory;
    }

    @Test
    void theOutputOfEachRunIsAMessage() throws IOException {
        Path runs = folder.resolve("runs");
        try (OpenedInput input = open(
                "echo run >> runs; printf 'host,v,t\\na,1,%s\\nb,2,%s' $(wc -l < runs) $(wc -l < runs)",
                OFTEN + ", directory: " + folder + ", format: csv,"
                        + " mapping: {measurement: m, tags: {host: /host}, timestamp: /t, precision: ns}")) {
            OneInput.await("three runs", () -> input.has("m,host=a v=1 3") && input.has("m,host=b v=2 3"));
            assertThat(input.lines()).contains("m,host=a v=1 1", "m,host=b v=2 1", "m,host=a v=1 2", "m,host=b v=2 2");
            assertThat(input.refused()).isEmpty();
            assertThat(input.counts().warnings.of("command-failed")).isZero();
        }
        List<String> atEnd = Files.readAllLines(runs);
        assertThat(atEnd).hasSizeGreaterThanOrEqualTo(3);
    }

    @Test
    void aProgramThatPrintsMetricsNeedsNoMapping() {
        try (OpenedInput input = open(
                "echo started; echo '[METRIC] a/b,0 7 1764243000123 hostname=x'; sleep 60", ", format: infologger")) {
            OneInput.await("the metric", () -> !input.lines().isEmpty());
            assertThat(input.lines()).containsExactly("a/b,hostname=x value=7i 1764243000123000000");
            OneInput.await("the log", () -> input.counts().warnings.of("no-record") == 1);
        }
    }

    /** A part of an output is handed over as soon as no more follows, but not what is aggregated of it. */
    @Test
    void valuesOfSeveralPartsAreAggregated() {
        OpenedInput input =
                OpenedInput.open("{udp: {enabled: false}, aggregate: [{measurement: m, by: [], fields: [v]}],"
                        + " exec: {enabled: true, command: [sh, -c, 'for i in 1 2 3; do echo \"m v=$i,w=$i $i\"; sleep 0.2; done;"
                        + " sleep 60']}}");
        OneInput.await("three parts", () -> input.lines().size() == 3);
        assertThat(input.lines()).containsExactly("m w=1 1", "m w=2 2", "m w=3 3");
        input.close();
        assertThat(input.lines()).hasSize(4).anyMatch(line -> line.startsWith("m_v count_delta=3i,sum_delta=6,"));
    }

    @Test
    void aCommandSeesItsVariables() {
        try (OpenedInput input = open(
                "echo \"m a=\\\"$A\\\",path=\\\"$PATH\\\" 1\"",
                OFTEN + ", environment: {A: x y, PATH: /usr/bin:/bin}")) {
            OneInput.await("a run", () -> !input.lines().isEmpty());
            assertThat(input.lines().get(0)).isEqualTo("m a=\"x y\",path=\"/usr/bin:/bin\" 1");
        }
    }

    @Test
    void aFailureIsCountedAndLoggedOncePerChange() throws IOException {
        Path state = folder.resolve("state");
        Files.writeString(state, "echo no manager $$ >&2; echo 'm v=1 1'; exit 3");
        try (OpenedInput input = open(". " + state, OFTEN)) {
            OneInput.await("failures", () -> input.counts().warnings.of("command-failed") >= 3);
            assertThat(logged.messages())
                    .singleElement()
                    .asString()
                    .matches("input exec: command \"sh\" failed with exit code 3; its output is ignored:"
                            + " no manager \\d+");
            assertThat(input.lines()).isEmpty();
            replace(state, "exit 4");
            OneInput.await("the other failure", () -> logged.messages().size() == 2);
            replace(state, "echo 'm v=2 2'");
            OneInput.await(
                    "success", () -> input.has("m v=2 2") && logged.messages().size() == 3);
            assertThat(logged.messages().get(1)).endsWith("failed with exit code 4; its output is ignored");
            assertThat(logged.messages().get(2)).endsWith("succeeds again");
        }
    }

    @Test
    void aMissingProgramIsLogged() {
        try (OpenedInput input = OpenedInput.open(
                "{udp: {enabled: false}, exec: {enabled: true, command: [/nowhere/eos, ls]" + OFTEN + "}}")) {
            OneInput.await("two", () -> input.counts().warnings.of("command-not-started") >= 2);
            assertThat(logged.messages())
                    .singleElement()
                    .asString()
                    .contains("command \"/nowhere/eos\" cannot run:", "No such file");
        }
    }

    @Test
    void aCommandThatHangsIsKilledWithItsDescendants() throws Exception {
        // The child ignores SIGTERM and outlives its parent.
        String hang = "sh -c 'trap \"\" TERM; echo $$ >> pids; sleep 600; :' & echo $$ >> pids; echo waiting >&2; wait";
        try (OpenedInput input = open(hang, ", interval: 1h, timeout: 2s, directory: " + folder)) {
            OneInput.await("the timeout", () -> input.counts().warnings.of("command-timeout") == 1);
            OneInput.await("the end of all", () -> pids().stream().noneMatch(ExecInputTest::isAlive));
            assertThat(pids()).hasSize(2);
            assertThat(logged.messages())
                    .singleElement()
                    .asString()
                    .endsWith("did not end within 2000 ms and was killed: waiting");
        }
    }

    @Test
    void aCommandEndsWithTheGateway() {
        OpenedInput input = open("echo $$ > pids; echo 'm v=1 1'; exec sleep 600", ", directory: " + folder);
        OneInput.await("its start", () -> input.has("m v=1 1"));
        assertThat(pids()).singleElement().matches(ExecInputTest::isAlive);
        input.close();
        OneInput.await("its end", () -> pids().stream().noneMatch(ExecInputTest::isAlive));
        assertThat(logged.messages()).isEmpty();
    }

    @Test
    void aChildInTheBackgroundDelaysNothing() {
        try (OpenedInput input =
                open("sleep 600 & echo $! >> pids; echo \"m v=1 $(wc -l < pids)\"", OFTEN + ", directory: " + folder)) {
            OneInput.await("two runs", () -> input.has("m v=1 2"));
        } finally {
            pids().forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroy));
        }
    }

    @Test
    void anOutputThatIsTooLongIsIgnored() {
        try (OpenedInput input = open("echo 'm v=1 1'; yes 'm v=2 2'", OFTEN + ", message-bytes: 2000")) {
            OneInput.await("two", () -> input.counts().warnings.of("command-output-too-long") >= 2);
            assertThat(logged.messages())
                    .singleElement()
                    .asString()
                    .endsWith("writes more than 2000 bytes and was killed");
            assertThat(input.lines()).isEmpty();
        }
        try (OpenedInput input =
                open("head -c 1999 /dev/zero | tr '\\0' '#'; echo; ", OFTEN + ", message-bytes: 2000")) {
            OneInput.await("a run", () -> input.counts().bytes.sum() >= 2000);
            assertThat(input.counts().warnings.total()).isZero();
        }
    }

    @Test
    void runsDoNotOverlap() throws IOException {
        try (OpenedInput input =
                open("mkdir lock && sleep 0.25 && rmdir lock && echo m v=1", OFTEN + ", directory: " + folder)) {
            OneInput.await("skipped ones", () -> input.counts().warnings.of("command-skipped") >= 4);
            assertThat(input.counts().warnings.of("command-failed")).isZero();
            assertThat(input.lines()).isNotEmpty();
        }
    }

    @Test
    void linesOfACommandThatIsKeptRunningArriveAtOnce() throws IOException {
        Path more = folder.resolve("more");
        String wait = "until [ -e more ]; do sleep 0.02; done; ";
        try (OpenedInput input = open(
                "printf 'm v=1 1\\nm v='; " + wait + "printf '2 2\\nbad\\nm v=3 3'; rm more; exit 0",
                ", directory: " + folder)) {
            OneInput.await("the first", () -> input.has("m v=1 1"));
            assertThat(input.lines()).hasSize(1);
            Files.createFile(more);
            // The last line has no newline; then the command is restarted.
            OneInput.await("all", () -> input.has("m v=3 3") && input.lines().size() >= 4);
            assertThat(input.lines()).startsWith("m v=1 1").contains("m v=2 2");
            assertThat(input.refused()).containsExactly("missing-fields: bad");
            assertThat(logged.messages()).isEmpty();
        }
    }

    @Test
    void aKeptCommandThatFailsLosesItsHalfLine() {
        try (OpenedInput input = open("printf 'm v=1 1\\n%02000d\\nm v=2'; exit 1", ", message-bytes: 1024")) {
            OneInput.await("restart", () -> input.lines().size() >= 2);
            assertThat(input.lines()).allMatch(line -> line.equals("m v=1 1"));
            assertThat(input.counts().warnings.of("command-failed")).isPositive();
            assertThat(input.refused()).isNotEmpty().allMatch(text -> text.startsWith("message-too-long: 000"));
            assertThat(logged.messages())
                    .singleElement()
                    .asString()
                    .endsWith("ended with exit code 1 and is restarted");
        }
    }

    @Test
    void aNamedPipeIsReadByACommand() throws Exception {
        Path pipe = folder.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        try (OpenedInput input = open("exec cat <> pipe", ", directory: " + folder)) {
            Files.writeString(pipe, "m v=1 1\n");
            Files.writeString(pipe, "m v=2 2\n");
            OneInput.await("both", () -> input.has("m v=1 1") && input.has("m v=2 2"));
        }
    }

    private static OpenedInput open(String script, String more) {
        return OpenedInput.open("{udp: {enabled: false}, exec: {enabled: true, command: [sh, -c, '"
                + script.replace("'", "''") + "']" + more + "}}");
    }

    private static void replace(Path file, String text) throws IOException {
        Path next = Files.writeString(file.resolveSibling("next"), text);
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
    }

    private List<Long> pids() {
        try {
            return Files.readAllLines(folder.resolve("pids")).stream()
                    .map(Long::valueOf)
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    private static boolean isAlive(long pid) {
        return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
    }
}
