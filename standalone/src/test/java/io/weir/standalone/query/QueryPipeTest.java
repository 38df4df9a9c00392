package io.weir.standalone.query;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import io.weir.standalone.Weir;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Large answers, through a pipe of the system. */
class QueryPipeTest {
    private static final int SERIES = 1_000;
    /** A sample needs 16 bytes in memory, and 22 in the answer. */
    private static final int SAMPLES = 2_500;

    @TempDir
    private Path directory = Path.of("");

    @SuppressWarnings("NullAway.Init")
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/api/v1/query_range", exchange -> {
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(200, 0);
            try (Writer out = new BufferedWriter(new OutputStreamWriter(exchange.getResponseBody(), UTF_8), 1 << 16)) {
                answer(out);
            } finally {
                exchange.close();
            }
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private static void answer(Writer out) throws IOException {
        out.write("{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":[");
        for (int series = 0; series < SERIES; series++) {
            out.write((series == 0 ? "" : ",") + "{\"metric\":{\"n\":\"" + series + "\"},\"values\":[");
            for (int i = 0; i < SAMPLES; i++) {
                out.write((i == 0 ? "[" : ",[") + (1_700_000_000 + i) + ",\"1.5\"]");
            }
            out.write("]}");
        }
        out.write("]}}");
    }

    @Test
    void aReaderThatEndsEndsItQuietly() throws IOException, InterruptedException {
        Process process = start("--json");
        try (BufferedReader out = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
            assertThat(out.readLine())
                    .isEqualTo("{\"labels\":{\"n\":\"0\"},\"time\":\"2023-11-14T22:13:20.000Z\",\"value\":1.5}");
        }
        assertThat(end(process)).isZero();
        assertThat(directory.resolve("errors")).isEmptyFile();
    }

    @Test
    @Tag("long")
    void samplesBeyondTheMemoryNeedLittleOfIt() throws IOException, InterruptedException {
        Process process = start("--csv");
        long rows;
        try (BufferedReader out = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
            rows = out.lines().count();
        }
        assertThat(end(process)).isZero();
        assertThat(rows).isEqualTo(1 + (long) SERIES * SAMPLES);
        assertThat(directory.resolve("errors")).isEmptyFile();
    }

    /** Also if the standard input is no terminal. */
    @Test
    void parquetIsRefusedAtARealTerminal() throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "script is there");
        String command = java() + " -Xmx24m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 " + Weir.class.getName()
                + " query n --raw --since=3h --parquet --url=http://127.0.0.1:"
                + server.getAddress().getPort() + " < /dev/null";
        ProcessBuilder builder = new ProcessBuilder("script", "-qec", command, "/dev/null").redirectErrorStream(true);
        builder.environment().remove("JAVA_TOOL_OPTIONS");
        builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
        Process script = builder.start();
        String shown = new String(script.getInputStream().readAllBytes(), UTF_8);
        assertThat(end(script)).as(shown).isEqualTo(2);
        assertThat(shown).contains("--parquet is no text for a terminal: write it to a file");
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /** With a heap of 24 MB; the answer has 55 MB. */
    private Process start(String format) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                        java(),
                        "-Xmx24m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Weir.class.getName(),
                        "query",
                        "n",
                        "--since=3h",
                        format,
                        "--url=http://127.0.0.1:" + server.getAddress().getPort())
                .redirectError(Files.createFile(directory.resolve("errors")).toFile());
        // The JVM would report these options in the errors.
        builder.environment().remove("JAVA_TOOL_OPTIONS");
        builder.environment().put("LC_ALL", "C"); // In English, as by the script weir.
        return builder.start();
    }

    private static int end(Process process) throws InterruptedException {
        try {
            assertThat(process.waitFor(90, TimeUnit.SECONDS)).isTrue();
            return process.exitValue();
        } finally {
            process.destroyForcibly();
        }
    }
}
