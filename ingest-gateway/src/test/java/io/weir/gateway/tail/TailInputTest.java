package io.weir.gateway.tail;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.weir.gateway.intake.OneInput;
import io.weir.gateway.testing.Daemon;
import io.weir.gateway.testing.Logged;
import io.weir.gateway.testing.OpenedInput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class TailInputTest {
    @RegisterExtension
    final Logged logged = new Logged("io.weir.gateway.consume.Outage");

    @RegisterExtension
    final Logged files = new Logged("io.weir.gateway.tail.OpenFiles");

    private static final String BEGINNING = ", start: beginning";

    private Path folder;
    private Path state;
    private Path log;

    @BeforeEach
    void folders(@TempDir Path directory) throws IOException {
        folder = directory;
        state = folder.resolve("state");
        log = Files.createDirectory(folder.resolve("logs")).resolve("a.log");
    }

    @Test
    void readsWhatIsAppendedAndNewFilesFromTheirStart() throws IOException {
        append(log, "m v=1 1\nm v=");
        try (OpenedInput input = open("")) {
            input.acknowledging();
            OneInput.await("the first look", () -> Files.exists(positions()));
            append(log, "2 2\nm v=3 3\r\n\nm v=4");
            append(log.resolveSibling("b.log"), "m v=5 5\nbad\n");
            append(log.resolveSibling("b.txt"), "m v=6 6\n");
            OneInput.await("new lines", () -> input.lines().size() == 2);
            append(log, " 4\n");
            OneInput.await("the whole line", () -> input.has("m v=4 4"));
            // The half line at the first start is not a line.
            assertThat(input.lines()).containsExactlyInAnyOrder("m v=3 3", "m v=4 4", "m v=5 5");
            assertThat(input.refused()).containsExactly("missing-fields: bad");
        }
    }

    @Test
    void continuesWhereKafkaHasTheLines() throws IOException {
        append(log, lines(1, 100) + "m v=");
        try (OpenedInput first = open(BEGINNING)) {
            OneInput.await("all", () -> first.counts().lines.sum() == 100); // Nothing is acknowledged.
        }
        try (OpenedInput second = open(BEGINNING)) {
            second.acknowledging();
            OneInput.await("all again", () -> second.lines().size() == 100);
        }
        append(log, "101 101\n");
        append(log.resolveSibling("new.log"), "m v=102 102\n");
        try (OpenedInput third = open("")) {
            third.acknowledging();
            OneInput.await("the rest", () -> third.lines().size() == 2);
            assertThat(third.lines()).containsExactlyInAnyOrder("m v=101 101", "m v=102 102");
        }
        try (OpenedInput fourth = open("")) {
            fourth.acknowledging();
            append(log, "m v=103 103\n");
            OneInput.await("the next", () -> !fourth.lines().isEmpty());
            assertThat(fourth.lines()).containsExactly("m v=103 103");
        }
    }

    @Test
    void linesWithoutTimestampsGetIncreasingOnes() throws IOException {
        append(log, "m v=1\nm v=2\nm v=3\n");
        try (OpenedInput input = open(BEGINNING)) {
            OneInput.await("all", () -> input.lines().size() == 3);
            List<Long> stamps = input.lines().stream()
                    .sorted()
                    .map(line -> Long.valueOf(line.substring(line.lastIndexOf(' ') + 1)))
                    .toList();
            assertThat(stamps).isSorted().doesNotHaveDuplicates();
            assertThat(stamps.get(0)).isGreaterThan(System.currentTimeMillis() * 1_000_000 - 60_000_000_000L);
        }
    }

    /** A writer that renames its file at random, and writes on into the renamed one for a moment. */
    @Test
    @Tag("long")
    void rotationByRenamingLosesAndRepeatsNothing() throws IOException {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        SplittableRandom random = new SplittableRandom(seed);
        int next = 1;
        List<String> expected = new ArrayList<>();
        try (OpenedInput input = open(BEGINNING)) {
            input.acknowledging();
            for (int file = 0; file < 4; file++) {
                for (int write = random.nextInt(3); write >= 0; write--) {
                    int count = 1 + random.nextInt(5);
                    append(log, lines(next, next + count - 1));
                    next += count;
                    int sofar = next - 1;
                    OneInput.await("seed " + seed, () -> input.lines().size() == sofar);
                }
                Path old = log.resolveSibling("old." + file);
                Files.move(log, old);
                append(old, lines(next, next));
                next++;
            }
            int all = next - 1;
            OneInput.await("seed " + seed, () -> input.lines().size() >= all);
            IntStream.rangeClosed(1, all).forEach(i -> expected.add("m v=" + i + " " + i));
            assertThat(input.lines()).as("seed " + seed).containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    /** A real logrotate, by renaming and by copying. */
    @ParameterizedTest
    @ValueSource(strings = {"create", "copytruncate"})
    void linesAroundALogrotateArriveOnce(String how) throws Exception {
        String program = Daemon.find("logrotate", "logrotate").toString();
        Path rules =
                Files.writeString(folder.resolve("rules"), log + " {\n  rotate 5\n  nocompress\n  " + how + "\n}\n");
        try (OpenedInput input = open(BEGINNING)) {
            input.acknowledging();
            for (int i = 1; i <= 3; i++) {
                append(log, lines(10 * i, 10 * i + 9));
                int all = 10 * i;
                OneInput.await(how, () -> input.lines().size() == all);
                Process rotation = new ProcessBuilder(
                                program, "-f", "-s", folder.resolve("rotated").toString(), rules.toString())
                        .redirectErrorStream(true)
                        .start();
                assertThat(new String(rotation.getInputStream().readAllBytes(), UTF_8))
                        .isEmpty();
                assertThat(rotation.waitFor()).isZero();
            }
            append(log, "m v=40 40\n");
            OneInput.await(how, () -> input.lines().size() == 31);
            assertThat(input.lines()).doesNotHaveDuplicates().contains("m v=40 40");
            assertThat(log.resolveSibling("a.log.3")).hasContent(lines(10, 19));
        }
    }

    /** Two rotations, so that a file comes and goes meanwhile. */
    @Test
    void filesRotatedWhileKafkaIsAwayAreReadLater() throws IOException {
        append(log, "m v=1 1\n");
        try (OpenedInput input = open(BEGINNING)) {
            input.acknowledging();
            OneInput.await("the first", () -> input.lines().size() == 1);
            input.setKafkaBehind(true);
            for (int i = 2; i <= 3; i++) {
                Files.move(log, log.resolveSibling("a.log." + i));
                append(log, "m v=" + i + " " + i + "\n");
                int files = i;
                OneInput.await("a look", () -> savedFiles() == files);
            }
            input.setKafkaBehind(false);
            OneInput.await("all", () -> input.lines().size() == 3);
            assertThat(input.lines()).doesNotHaveDuplicates();
        }
    }

    private long savedFiles() {
        try (Stream<String> lines = Files.lines(positions())) {
            return lines.skip(1).count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aFileRenamedWhileTheGatewayWasDownIsReadOn() throws IOException {
        append(log, "m v=1 1\n");
        try (OpenedInput first = open(BEGINNING)) {
            first.acknowledging();
            OneInput.await("the first", () -> first.lines().size() == 1);
        }
        append(log, "m v=2 2\n");
        Files.move(log, log.resolveSibling("a.log.1"));
        append(log, "m v=3 3\n");
        try (OpenedInput second = open("")) {
            second.acknowledging();
            OneInput.await("both", () -> second.lines().size() == 2);
            assertThat(second.lines()).containsExactlyInAnyOrder("m v=2 2", "m v=3 3");
        }
    }

    @Test
    void aTruncatedFileIsReadFromItsStart() throws IOException {
        append(log, "m v=1 1\nm v=2 2\nm v");
        try (OpenedInput input = open(BEGINNING)) {
            input.acknowledging();
            OneInput.await("two", () -> input.lines().size() == 2);
            truncate(log);
            append(log, "m v=3 3\n");
            OneInput.await("the third", () -> input.has("m v=3 3"));
            assertThat(input.counts().warnings.of("unfinished-line")).isEqualTo(1);
            assertThat(input.lines()).hasSize(3);
            append(log, "m v=4 4\nm v");
            OneInput.await("the fourth", () -> input.has("m v=4 4"));
            truncate(log);
            append(log, "m v=5 5\n");
            OneInput.await("the fifth", () -> input.has("m v=5 5"));
            assertThat(input.counts().warnings.of("unfinished-line")).isEqualTo(2);
            // A file that is rewritten again and again must not fill the log.
            assertThat(files.messages()).hasSize(1);
        }
        // Truncated and longer than before, while the gateway is down.
        truncate(log);
        append(log, lines(10, 14));
        try (OpenedInput input = open("")) {
            input.acknowledging();
            OneInput.await("all", () -> input.lines().size() == 5);
        }
    }

    @Test
    void aFileThatGrewBeyondItsOldSizeAfterTruncationIsRecognised() throws IOException {
        append(log, lines(1, 3));
        try (OpenedInput input = open(BEGINNING)) {
            input.acknowledging();
            OneInput.await("three", () -> input.lines().size() == 3);
            Path next = log.resolveSibling("next");
            Files.writeString(next, lines(4, 9));
            // In one step: the input sees no shorter file.
            Files.write(log, Files.readAllBytes(next), StandardOpenOption.WRITE);
            OneInput.await("all", () -> input.lines().size() == 9);
            assertThat(input.refused()).isEmpty();
        }
    }

    @Test
    void aLineIsBounded() throws IOException {
        append(
                log,
                "m v=1 1\nm s=\"" + "x".repeat(100_000) + "\" 2\nm v=3 3\nm s=\"" + "x".repeat(41) + "\" 4\nm s=\""
                        + "x".repeat(40) + "\" 5\n");
        try (OpenedInput input = open(BEGINNING + ", line-bytes: 64")) {
            // 64 bytes exactly, and one more.
            append(log, "m s=\"" + "y".repeat(56) + "\" 6\nm s=\"" + "y".repeat(57) + "\" 7\n");
            OneInput.await(
                    "the last",
                    () -> input.lines().size() == 5 && input.refused().size() == 2);
            assertThat(input.has("m s=\"y{56}\" 6")).isTrue();
            assertThat(input.refused()).allMatch(text -> text.startsWith("message-too-long: m s=\""));
        }
    }

    @Test
    void recordsMayHaveAnyFormat() throws IOException {
        append(log, "t;v\n1;2\nt;v\n3;4;5\n3;\"4\n");
        try (OpenedInput input = open(BEGINNING + ", format: csv, csv: {columns: [t, v], separator: ;},"
                + " mapping: {measurement: m, timestamp: /t, precision: ns}")) {
            OneInput.await(
                    "all", () -> input.lines().size() == 1 && input.refused().size() == 2);
            assertThat(input.lines()).containsExactly("m v=2 1");
            assertThat(input.refused()).containsExactly("broken-csv: 3;4;5", "broken-csv: 3;\"4");
        }
    }

    /** Linux' file with the speed of the loopback interface, which has none. */
    @ParameterizedTest
    @ValueSource(strings = {"beginning", "end"})
    void aFileThatCannotBeReadCostsNoNeighbour(String start) throws IOException {
        Path wrong = Path.of("/sys/class/net/lo/speed");
        assumeThat(wrong).exists();
        append(log, "m v=1 1\n");
        try (OpenedInput input = OpenedInput.open(
                "{udp: {enabled: false}, tail: {enabled: true, files: [" + wrong + ", '" + log + "'], start: " + start
                        + "}}",
                state)) {
            input.acknowledging();
            OneInput.await("the start", () -> Files.exists(positions()));
            append(log, "m v=2 2\n");
            OneInput.await("the second", () -> input.has("m v=2 2"));
            assertThat(input.counts().warnings.of("file-unreadable")).isEqualTo(1);
        }
        assertThat(logged.messages()).isEmpty();
    }

    /** Everybody who may write into a directory chooses the names. */
    @ParameterizedTest
    @ValueSource(strings = {"a%0Db.log", "a%0Ab.log", "%FF.log", "%C3%A9%20%25.log"})
    void positionsOfFilesWithAnyNameAreReadAgain(String name) throws IOException {
        Path named = Path.of(log.toUri().resolve(name));
        append(named, "m v=1 1\n");
        try (OpenedInput first = open(BEGINNING)) {
            first.acknowledging();
            OneInput.await("the first", () -> first.lines().size() == 1);
        }
        Files.move(named, log.resolveSibling("renamed"));
        append(log.resolveSibling("renamed"), "m v=2 2\n");
        try (OpenedInput second = open("")) {
            second.acknowledging();
            OneInput.await("the second", () -> second.lines().size() == 1);
            assertThat(second.lines()).containsExactly("m v=2 2");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"2\n7 x", "2\n1 1 1 k x:y", "1\n1 1 1 k file:/a"})
    void damagedPositionsAreNotOverwritten(String damaged) throws IOException {
        append(log, "m v=1 1\n");
        Files.createDirectory(state);
        Files.writeString(positions(), "weir tail positions " + damaged + "\n");
        try (OpenedInput input = open("")) {
            OneInput.await("the warning", () -> !logged.messages().isEmpty());
            assertThat(logged.messages().get(0))
                    .contains("input tail cannot consume from files=[", "tail-tail is damaged; delete it");
            Files.delete(positions());
            OneInput.await("a start", () -> Files.exists(positions()));
            assertThat(input.lines()).isEmpty();
        }
    }

    @Test
    void patternsMatchPartByPart() throws IOException {
        for (String name : List.of("x1/app.log", "x2/app.log", "x3/app.txt", "y/app.log")) {
            Files.createDirectories(folder.resolve(name).getParent());
            append(folder.resolve(name), "m,n=" + name + " v=1 1\n");
        }
        Files.createDirectory(folder.resolve("x4"));
        Files.createDirectory(folder.resolve("x4/app.log"));
        Files.createSymbolicLink(folder.resolve("x5"), folder.resolve("x1"));
        try (OpenedInput input = OpenedInput.open(
                "{udp: {enabled: false}, tail: {enabled: true, start: beginning, files: ['" + folder
                        + "/x[0-9]/*.log', '" + folder + "/nowhere/*', '" + folder + "/x2/app.log']}}",
                state)) {
            OneInput.await("two", () -> input.lines().size() == 2);
            assertThat(input.lines()).containsExactlyInAnyOrder("m,n=x1/app.log v=1 1", "m,n=x2/app.log v=1 1");
        }
    }

    private OpenedInput open(String more) {
        return OpenedInput.open(
                "{udp: {enabled: false}, tail: {enabled: true, files: ['" + log.getParent() + "/*.log']" + more + "}}",
                state);
    }

    private Path positions() {
        return state.resolve("tail-tail");
    }

    private static String lines(int from, int to) {
        StringBuilder lines = new StringBuilder();
        for (int i = from; i <= to; i++) {
            lines.append("m v=").append(i).append(' ').append(i).append('\n');
        }
        return lines.toString();
    }

    private static void append(Path file, String text) throws IOException {
        Files.write(file, text.getBytes(UTF_8), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private static void truncate(Path file) throws IOException {
        Files.write(file, new byte[0], StandardOpenOption.TRUNCATE_EXISTING);
    }
}
