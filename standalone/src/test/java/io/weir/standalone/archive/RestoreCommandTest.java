package io.weir.standalone.archive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.contract.archive.FileName;
import io.weir.standalone.ExampleStore;
import io.weir.writer.store.archive.PartitionArchive;
import io.weir.writer.testing.InfluxDbServer;
import io.weir.writer.testing.RealInfluxDb;
import io.weir.writer.testing.ServerProcess;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Archived lines restored into a real InfluxDB. */
class RestoreCommandTest {
    @RegisterExtension
    static final RealInfluxDb INFLUX = new RealInfluxDb();

    private static final long SEED = Long.getLong("weir.test.seed", System.nanoTime());
    /** 2026-11-26. */
    private static final long DAY = 1_795_651_200_000_000_000L;

    private static final long DAY_NANOS = 24 * 3_600_000_000_000L;
    private static final List<String> MEASUREMENTS = List.of("cpu", "cpu load,x", "größe");
    private static final int HOSTS = 4;
    private static final int LINES = 6_000;

    private final PrintStream standard = System.out;
    private final StringWriter out = new StringWriter();
    private final StringWriter errors = new StringWriter();
    private final Path archive;

    RestoreCommandTest(@TempDir Path archive) {
        this.archive = archive;
    }

    /** The command sends log output to the standard error. */
    @AfterEach
    void giveTheStreamBack() {
        System.setOut(standard);
    }

    @Test
    void restoredDayHasTheSameSeries() throws IOException, InterruptedException {
        List<String> lines = lines(new Random(SEED));
        // The original is written without Weir.
        InfluxDbServer original = database("original");
        post(original, String.join("\n", lines));
        archive(lines);
        InfluxDbServer restored = database("restored");

        assertThat(run(restored, "--from=2026-11-26", "--to=2026-11-27")).isZero();
        assertThat(errors.toString()).endsWith(LINES + " lines restored, 0 refused\n");
        for (String measurement : MEASUREMENTS) {
            for (int host = 0; host < HOSTS; host++) {
                String query = "SELECT * FROM \"" + measurement + "\" WHERE host = 'h" + host + "'";
                JsonNode expected = original.series(query);
                assertThat(expected.path("values").size())
                        .as(query + ", seed " + SEED)
                        .isGreaterThan(LINES / HOSTS / MEASUREMENTS.size() / 2);
                assertThat(restored.series(query)).as(query + ", seed " + SEED).isEqualTo(expected);
            }
        }
    }

    @Test
    void patternTimeAndRateSelect() throws IOException, InterruptedException {
        archive(List.of(
                "cpu v=1 " + DAY,
                "cpu v=2 " + (DAY + 1),
                "cpu v=3 " + (DAY + DAY_NANOS),
                "cache v=4 " + DAY,
                "mem v=5 " + DAY));
        InfluxDbServer some = database("some");
        long began = System.nanoTime();
        assertThat(run(some, "--measurement=c*", "--to=2026-11-27", "--rate=3")).isZero();
        assertThat(System.nanoTime() - began).as("3 lines at 3/s").isGreaterThanOrEqualTo(1_000_000_000L);
        assertThat(some.value("SELECT count(v) FROM cpu")).isEqualTo("2");
        assertThat(some.value("SELECT count(v) FROM cache")).isEqualTo("1");
        assertThat(some.value("SELECT count(v) FROM mem")).isEmpty();
    }

    @Test
    void refusedLinesAreShownWithTheStoresReason() throws IOException, InterruptedException {
        archive(List.of("odd v=1.5 " + DAY, "odd v=2i " + (DAY + 1), "odd v=3.5 " + (DAY + 2)));
        InfluxDbServer odd = database("odd");
        assertThat(run(odd)).isEqualTo(1);
        assertThat(out.toString().lines()).hasSize(2).last().asString().isEqualTo("odd v=2i " + (DAY + 1));
        assertThat(out.toString()).startsWith("# ").contains("type");
        assertThat(errors.toString()).endsWith("2 lines restored, 1 refused\n");
        assertThat(odd.value("SELECT sum(v) FROM odd")).isEqualTo("5");
    }

    @Test
    void refusedLinesAreAloneOnTheStandardOutput() throws IOException, InterruptedException {
        archive(List.of("pure v=1.5 " + DAY, "pure v=2i " + (DAY + 1)));
        InfluxDbServer pure = database("pure");
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        System.setOut(new PrintStream(output, true, UTF_8));
        int code = new CommandLine(new ArchiveCommand())
                .setErr(new PrintWriter(errors))
                .execute("restore", archive.toString(), "--into=" + pure.url());
        assertThat(code).isEqualTo(1);
        List<String> lines = output.toString(UTF_8).lines().toList();
        assertThat(lines).hasSize(2).last().isEqualTo("pure v=2i " + (DAY + 1));
        assertThat(lines.get(0)).startsWith("# ");
    }

    @Test
    void textsThatAStoreOfNumbersSkipsAreReported() throws IOException {
        archive(List.of("cpu v=1.5,t=\"a\" " + DAY, "cpu t=\"b\" " + (DAY + 1)));
        try (ServerProcess server = ServerProcess.victoriaMetrics()) {
            String[] arguments = {"restore", archive.toString(), "--into=victoriametrics://" + server.address()};
            assertThat(command().execute(arguments)).isEqualTo(1);
        }
        assertThat(errors.toString())
                .endsWith("2 lines restored, 0 refused, 2 texts skipped: the store has numbers only\n");
    }

    @Test
    void theStoreOfAPluginReceivesTheLines(@TempDir Path directory) throws IOException {
        List<String> lines = List.of("cpu v=1.0 " + DAY, "cpu v=2.0 " + (DAY + 1));
        archive(lines);
        try (ExampleStore store = new ExampleStore(directory)) {
            store.addBroken();
            String[] arguments = {"restore", archive.toString(), "--into=" + store.url(), "--plugins=" + store.plugins()
            };
            assertThat(command().execute(arguments)).isZero();

            assertThat(String.join("", store.received()).lines()).containsExactlyInAnyOrderElementsOf(lines);
            assertThat(errors.toString()).contains(store.plugins() + " has no store in broken.jar; ");
            assertThat(failure("--into=what://db", "--plugins=" + store.plugins()))
                    .contains("no usable plugin in " + store.plugins(), "broken.jar", "lines://HOST");
        }
        assertThat(failure("--into=what://db", "--plugins=" + directory.resolve("none")))
                .contains("--plugins (WEIR_WRITER_PLUGINS) must be a directory that can be read");
    }

    @Test
    void mistakesAreNamedBeforeAnythingIsWritten() throws IOException {
        archive(List.of("cpu v=1 " + DAY));
        assertThat(failure("--into=archive:/data")).contains("archive:/data", "name the address of a store");
        assertThat(failure("--into=questdb:embedded")).contains("questdb:embedded");
        assertThat(failure("--into=what://db")).contains("unknown scheme 'what'");
        assertThat(failure("--into=influxdb1://127.0.0.1:1/db"))
                .contains("cannot restore into influxdb1://127.0.0.1:1");
        assertThat(failure("--into=influxdb1://127.0.0.1:1/db", "--rate=0")).contains("--rate must be at least 1");
    }

    private static List<String> lines(Random random) {
        List<String> lines = new ArrayList<>();
        long time = DAY;
        for (int i = 0; i < LINES; i++) {
            time += 1 + random.nextLong(DAY_NANOS / LINES - 1);
            String measurement = MEASUREMENTS.get(random.nextInt(MEASUREMENTS.size()));
            lines.add(measurement.replace(" ", "\\ ").replace(",", "\\,")
                    + ",host=h" + random.nextInt(HOSTS)
                    + " f=" + random.nextGaussian() * Math.pow(10, random.nextInt(40) - 20)
                    + (random.nextBoolean() ? ",i=" + random.nextLong() + "i" : "")
                    + (random.nextBoolean() ? ",ok=" + random.nextBoolean() : "")
                    + (random.nextInt(4) == 0 ? ",text=\"line\n \\\" " + random.nextInt() + "\"" : "")
                    + " " + time);
        }
        return lines;
    }

    private static InfluxDbServer database(String name) throws IOException, InterruptedException {
        InfluxDbServer server = INFLUX.server();
        InfluxDbServer other = new InfluxDbServer(server.address(), server.database() + "_" + name, () -> {});
        assertThat(request("http://" + server.address() + "/query?q=CREATE+DATABASE+" + other.database(), "")
                        .statusCode())
                .isEqualTo(200);
        return other;
    }

    private static void post(InfluxDbServer server, String lines) throws IOException, InterruptedException {
        HttpResponse<String> answer =
                request("http://" + server.address() + "/write?precision=ns&db=" + server.database(), lines);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(204);
    }

    private static HttpResponse<String> request(String url, String body) throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(url))
                                .POST(BodyPublishers.ofString(body))
                                .build(),
                        BodyHandlers.ofString());
    }

    /** Archives the lines as two partitions and several ranges. */
    private void archive(List<String> lines) throws IOException {
        for (int partition = 0; partition < 2; partition++) {
            FileName.Source source = new FileName.Source("T-opic_1", partition);
            try (PartitionArchive open = PartitionArchive.open(archive, "metrics.storage", source)) {
                open.begin(0);
                for (int i = partition; i < lines.size(); i += 2) {
                    byte[] record = (lines.get(i) + "\n").getBytes(UTF_8);
                    open.add(record, 0, record.length, (from, to, reason) -> {
                        throw new AssertionError(reason);
                    });
                    open.endAt(i / 2 + 1);
                    if (i / 2 % 1_000 == 999) {
                        open.complete();
                    }
                }
                open.complete();
            }
        }
    }

    private int run(InfluxDbServer into, String... options) {
        List<String> arguments = new ArrayList<>(List.of("restore", archive.toString(), "--into=" + into.url()));
        arguments.addAll(List.of(options));
        return command().execute(arguments.toArray(String[]::new));
    }

    private String failure(String... options) {
        List<String> arguments = new ArrayList<>(List.of("restore", archive.toString()));
        arguments.addAll(List.of(options));
        StringBuilder message = new StringBuilder();
        int code = command()
                .setExecutionExceptionHandler((e, line, parsed) -> {
                    message.append(e.getMessage());
                    return 1;
                })
                .execute(arguments.toArray(String[]::new));
        assertThat(code).isEqualTo(1);
        return message.toString();
    }

    private CommandLine command() {
        return new CommandLine(new ArchiveCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(errors));
    }
}
