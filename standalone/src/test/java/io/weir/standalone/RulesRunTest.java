package io.weir.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.writer.testing.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code weir rules run} as a user calls it. */
class RulesRunTest {
    private static final String RULES = """
            version: 1
            enrich:
              - {name: site, match: {measurement: "*"}, set: {site: p2}}
            aggregate:
              - {name: cpu-1s, match: {measurement: cpu}, fields: [value], functions: [mean, max], window: 1s}
            suppress:
              - {name: status, match: {measurement: link}, field: status, mode: change}
            """;

    private final Path directory;

    RulesRunTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @BeforeEach
    void writeRules() throws IOException {
        Files.writeString(directory.resolve("rules.yaml"), RULES);
    }

    @Test
    void writesTheSameBytesInEveryProcess() throws Exception {
        Files.writeString(directory.resolve("in.txt"), String.join("", lines(1_790_000_000_000L)));

        String told = process(0, "--in", "in.txt", "--out", "one.txt");
        process(0, "--in", "in.txt", "--out", "other.txt");

        assertThat(told).matches("(?s)1 000 lines in [0-9.]+ s \\(.*/s\\), 600 written\n");
        assertThat(directory.resolve("one.txt")).hasSameBinaryContentAs(directory.resolve("other.txt"));
        assertThat(Files.readAllLines(directory.resolve("one.txt"))).hasSize(600);
    }

    @Test
    void takesWhatIsSetForTheFarm() throws Exception {
        Files.writeString(directory.resolve("rules.yaml"), """
                version: 1
                enrich: [{name: run, match: {measurement: "*"}, state: {run: run, beam: beam}}]
                """);
        Files.writeString(directory.resolve("in.txt"), "a v=1 1\n");

        run(0, "--in", "in.txt", "--out", "out.txt", "--state", "run=7", "--state=beam=p p");

        assertThat(directory.resolve("out.txt")).hasContent("a,beam=p\\ p,run=7 v=1 1\n");
    }

    @Test
    void refusedLinesAreReportedAndTheRestIsWritten() throws Exception {
        Files.writeString(directory.resolve("in.txt"), "a v=1 1\na v=x 2\na v=3 3\n");

        String told = process(1, "--in", "in.txt", "--feed", "live");

        assertThat(told)
                .contains("in.txt:2: invalid-field-value at byte 5: ")
                .contains("1 refused: {invalid-field-value=1}\n")
                .contains("a,site=p2 v=1 1\na,site=p2 v=3 3\n");
    }

    @Test
    void unreadableAndUnwritableFilesAreReported() throws Exception {
        Files.writeString(directory.resolve("in.txt"), "a v=1 1\n");

        assertThat(run(1, "--in", "none.txt")).startsWith("run: none.txt does not exist; looked for ");
        assertThat(run(1, "--in", "in.txt", "--out", "in.txt")).startsWith("run: in.txt is the input");
        assertThat(run(2, "--in", "in.txt", "--feed", "store")).contains("--feed");
        assertThat(Files.readString(directory.resolve("in.txt"))).isEqualTo("a v=1 1\n");
    }

    /** Sends the same lines over UDP through all services of {@code weir up}. */
    @Test
    @Tag("long")
    void givesWhatWeirStoresOfTheSameLines() throws Exception {
        List<String> lines = lines(Instant.now().toEpochMilli() - 5_000);
        Files.writeString(directory.resolve("in.txt"), String.join("", lines));
        run(0, "--in", "in.txt", "--out", "out.txt");
        List<String> expected = Files.readAllLines(directory.resolve("out.txt"));

        // One loop, so that datagrams stay in order.
        UpInstallation weir = new UpInstallation(directory, "--rules=rules.yaml", "--store-port=" + FreePorts.next())
                .with("WEIR_GATEWAY_UDP_THREADS", "1");
        try (WeirProcess process = weir.start()) {
            for (int from = 0; from < lines.size(); from += 10) {
                weir.send(String.join("", lines.subList(from, from + 10)));
            }
            List<String> stored = new ArrayList<>();
            Eventually.eventually("all has come out", () -> {
                stored.clear();
                stored.addAll(stored(weir));
                return stored.size() >= expected.size();
            });

            assertThat(stored).containsExactlyInAnyOrderElementsOf(expected);
            process.terminate();
            process.awaitExit();
        }
    }

    private static List<String> stored(UpInstallation weir) {
        try (TestTopics topics = new TestTopics(weir.bootstrap())) {
            return topics.readNow("metrics.storage").stream()
                    .flatMap(record -> new String(record.value(), UTF_8).lines())
                    .toList();
        }
    }

    /** Ten seconds with 50 processors and 50 links; each link changes twice. */
    private static List<String> lines(long startMillis) {
        return IntStream.range(0, 1_000)
                .mapToObj(i -> {
                    long stamp = (startMillis / 1000 * 1000 + i / 100 * 1000L) * 1_000_000 + i;
                    int series = i % 100;
                    return series < 50
                            ? "cpu,host=h%d value=%d %d\n".formatted(series, i * 37 % 101, stamp)
                            : "link,port=p%d status=%di %d\n".formatted(series, i / 500, stamp);
                })
                .toList();
    }

    /** The output of the command in this JVM. */
    private String run(int exitCode, String... arguments) throws Exception {
        CommandRun run = CommandRun.in(directory, all(arguments));
        assertThat(run.exit()).as(run.output()).isEqualTo(exitCode);
        return run.output();
    }

    /** The output of the command in its own process. */
    private String process(int exitCode, String... arguments) throws Exception {
        try (WeirProcess process = WeirProcess.start(directory, Map.of(), all(arguments))) {
            assertThat(process.awaitExit()).as(process.output()).isEqualTo(exitCode);
            return process.output();
        }
    }

    private static String[] all(String... arguments) {
        return Stream.concat(Stream.of("rules", "run", "--rules", "rules.yaml"), Stream.of(arguments))
                .toArray(String[]::new);
    }
}
