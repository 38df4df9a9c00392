package io.weir.gateway.scrape;

import static io.weir.gateway.intake.OneInput.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.service.StartException;
import io.weir.gateway.testing.Exporter;
import io.weir.gateway.testing.Family;
import io.weir.gateway.testing.Identity;
import io.weir.gateway.testing.OpenedInput;
import io.weir.gateway.testing.Proto;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Scrapes small servers whose answers are right or wrong in all ways. */
class ScrapeInputTest {
    private static final String STAMP = " [0-9]{19}";
    private static final String NUMBER = "[0-9.E-]+";

    private Exporter exporter;
    private String labels;

    @BeforeEach
    void start() throws IOException {
        exporter = Exporter.start();
        labels = ",instance=" + exporter.address() + ",job=node ";
    }

    @AfterEach
    void stop() {
        exporter.close();
    }

    @Test
    void samplesArriveWithTheirTargetAndSamplesAboutIt() {
        exporter.exposing("load 0.5\ncpu{mode=\"idle\"} 7\n");
        try (OpenedInput input = open("")) {
            await("many scrapes", () -> exporter.requests().size() > 3);
            until(input, "load" + labels + "value=0.5" + STAMP);
            until(input, "cpu,instance=" + exporter.address() + ",job=node,mode=idle value=7" + STAMP);
            until(input, "up" + labels + "value=1" + STAMP);
            until(input, "scrape_duration_seconds" + labels + "value=" + NUMBER + STAMP);
            until(input, "scrape_samples_scraped" + labels + "value=2" + STAMP);
            until(input, "scrape_samples_post_metric_relabeling" + labels + "value=2" + STAMP);
            until(input, "scrape_series_added" + labels + "value=2" + STAMP);
            until(input, "scrape_series_added" + labels + "value=0" + STAMP);
            assertThat(input.counts().rejected.total()).isZero();
        }
        assertThat(exporter.requests().get(0))
                .startsWith("GET /metrics HTTP/1.1\n")
                .contains("application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4")
                .contains("Accept-Encoding: gzip")
                .contains("X-Prometheus-Scrape-Timeout-Seconds: 0.2")
                .doesNotContain("Authorization", "Upgrade");
    }

    @Test
    void nativeHistogramsAreAskedForAndArrive() {
        byte[] body = new Family("h").metric(new Proto(), 7, Family.histogram()).frame();
        exporter.exposing(
                "application/vnd.google.protobuf; proto=io.prometheus.client.MetricFamily; encoding=delimited", body);
        try (OpenedInput input = open("scrape-native-histograms: true")) {
            until(input, "h" + labels + "sum=18.5,count=12,scale=3i,.*" + STAMP);
            until(input, "up" + labels + "value=1" + STAMP);
            assertThat(input.has("h_.*")).isFalse();
        }
        assertThat(exporter.requests().get(0))
                .contains("Accept: application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;"
                        + "encoding=delimited,application/openmetrics-text;version=1.0.0;q=0.6,");
        try (OpenedInput input =
                open("scrape-native-histograms: true, always-scrape-classic-histograms: true, sample-limit: 6")) {
            until(input, "h_bucket,instance=" + exporter.address() + ",job=node,le=0.5 value=5" + STAMP);
            until(input, "h" + labels + "sum=18.5,count=12,scale=3i,.*" + STAMP);
        }
        exporter.exposing("application/vnd.google.protobuf", Arrays.copyOf(body, body.length - 1));
        try (OpenedInput input = open("scrape-native-histograms: true")) {
            until(input, "up" + labels + "value=0" + STAMP);
            await("cut", () -> input.counts().warnings.of("scrape-cut") > 0);
        }
    }

    @Test
    void ofATargetThatFailsAllSeriesEndAndReturn() {
        exporter.exposing("load 0.5\n");
        try (OpenedInput input = open("")) {
            until(input, "load" + labels + "value=0.5" + STAMP);
            exporter.answering("HTTP/1.1 503 Busy\r\nContent-Length: 4\r\n\r\nbusy");
            until(input, "load" + labels + "weir:end=true" + STAMP);
            until(input, "up" + labels + "value=0" + STAMP);
            until(input, "scrape_samples_scraped" + labels + "value=0" + STAMP);
            exporter.exposing("load 0.75\n");
            until(input, "load" + labels + "value=0.75" + STAMP);
            assertThat(input.counts().warnings.of("scrape-status")).isPositive();
        }
    }

    @Test
    void failingTargetsHarmNoOther() throws IOException {
        exporter.exposing("load 0.5\n");
        try (Exporter silent = Exporter.start();
                Exporter cut = Exporter.start().answering("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nload 1\n");
                Exporter slow = Exporter.start().answering("HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\nload 1\n");
                Exporter noHttp = Exporter.start().answering("220 ESMTP\r\n\r\n");
                Exporter openMetrics = Exporter.start()
                        .exposing("application/openmetrics-text; version=1.0.0", "load 1\nload2 2".getBytes(UTF_8));
                OpenedInput input = open(
                        "'" + silent.address() + "', '" + cut.address() + "', '" + slow.address() + "', '"
                                + noHttp.address() + "', '" + openMetrics.address()
                                + "', '127.0.0.1:1', 'no-such-host.invalid:80'",
                        "")) {
            for (String failing : List.of(
                    silent.address(),
                    cut.address(),
                    slow.address(),
                    noHttp.address(),
                    openMetrics.address(),
                    "127.0.0.1:1",
                    "no-such-host.invalid:80")) {
                until(input, "up,instance=" + failing + ",job=node value=0" + STAMP);
            }
            int before = exporter.requests().size();
            await("more scrapes", () -> exporter.requests().size() > before + 2);
            await("the connection of a slow answer ends", () -> slow.ended() > 0);
            assertThat(input.lines().stream().filter(line -> line.matches("load.* value=.*")))
                    .isNotEmpty()
                    .allMatch(line -> line.matches("load" + labels + "value=0.5" + STAMP));
            for (String reason : List.of(
                    "scrape-timeout", "scrape-broken", "scrape-cut", "scrape-no-connection", "scrape-unknown-host")) {
                await(reason, () -> input.counts().warnings.of(reason) > 0);
            }
        }
    }

    @Test
    void aCompressedBodyIsUnpackedWithinItsLimit() throws IOException {
        exporter.exposing("text/plain\r\nContent-Encoding: gzip", gzip("load 0.5\n"));
        try (OpenedInput input = open("body-size-limit: 2000")) {
            until(input, "load" + labels + "value=0.5" + STAMP);
            exporter.exposing("text/plain\r\nContent-Encoding: gzip", gzip("load 0.5\n" + "#".repeat(2_000)));
            await("too long when unpacked", () -> input.counts().warnings.of("scrape-too-long") > 0);
            byte[] whole = gzip("load 0.5\n");
            exporter.exposing("text/plain\r\nContent-Encoding: gzip", Arrays.copyOf(whole, whole.length - 6));
            await("cut", () -> input.counts().warnings.of("scrape-broken") > 0);
            long before = input.counts().warnings.of("scrape-too-long");
            exporter.exposing("load 0.5\n" + "#".repeat(2_000));
            await("too long", () -> input.counts().warnings.of("scrape-too-long") > before);
        }
        assertThat(exporter.requests()).isNotEmpty();
    }

    @Test
    void ofTooManySamplesNoneIsTaken() {
        exporter.exposing("a 1\nb 2\nc 3\n");
        try (OpenedInput input = open("sample-limit: 2")) {
            until(input, "up" + labels + "value=0" + STAMP);
            assertThat(input.has("a" + labels + ".*")).isFalse();
            await("too many samples", () -> input.counts().warnings.of("scrape-sample-limit") > 0);
            exporter.exposing("a 1\nb 2\n");
            until(input, "b" + labels + "value=2" + STAMP);
        }
    }

    @Test
    void labelsAndTimestampsAreThoseOfTheSampleOnlyIfHonored() {
        exporter.exposing("load{job=\"own\",exported_job=\"x\"} 1 1790000000000\n");
        try (OpenedInput input = open("honor-timestamps: false")) {
            until(
                    input,
                    "load,exported_exported_job=own,exported_job=x,instance=" + exporter.address()
                            + ",job=node value=1 (?!1790000000000000000)[0-9]{19}");
        }
        try (OpenedInput input = open("honor-labels: true")) {
            until(input, "load,exported_job=x,instance=" + exporter.address() + ",job=own value=1 1790000000000000000");
        }
    }

    @Test
    void relabellingChoosesTargetsAndSamples() {
        exporter.exposing("load 1\nsecret 2\n");
        try (OpenedInput input = open("'drop.me:80', 'https://probed.example'", """
                params: {module: [a b, c], other: [d]},
                metrics-path: /probe,
                relabel: [
                  {source-labels: [__address__], regex: 'drop\\..*', action: drop},
                  {source-labels: [__address__], regex: 'https.*', target-label: __param_target, replacement: '${0}'},
                  {source-labels: [__address__], regex: 'https://(.*)', target-label: instance},
                  {source-labels: [__address__], regex: 'https.*', target-label: __address__, replacement: '%s'}],
                metric-relabel: [{source-labels: [__name__], regex: secret, action: drop}]
                """.formatted(exporter.address()))) {
            until(input, "load" + labels + "value=1" + STAMP);
            until(input, "load,instance=probed.example,job=node value=1" + STAMP);
            until(input, "scrape_samples_post_metric_relabeling" + labels + "value=1" + STAMP);
            assertThat(input.has(".*secret.*|.*drop.me.*")).isFalse();
        }
        assertThat(exporter.requests())
                .anyMatch(request -> request.startsWith("GET /probe?module=a+b&module=c&other=d HTTP"))
                .anyMatch(request -> request.startsWith(
                        "GET /probe?module=a+b&module=c&other=d&target=https%3A%2F%2Fprobed.example HTTP"));
    }

    @Test
    void credentialsComeFromFilesAndFollowNoRedirect(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("secret"), "sesame\n");
        exporter.exposing("load 1\n");
        try (OpenedInput input = open("basic-auth: {username: ann, password-file: " + file + "}")) {
            until(input, "load" + labels + "value=1" + STAMP);
        }
        assertThat(exporter.requests())
                .allMatch(request -> request.contains("Authorization: Basic YW5uOnNlc2FtZQ==\n"));
        exporter.requests().clear();
        try (Exporter other = Exporter.start().exposing("load 2\n")) {
            exporter.answering(
                    "HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: http://" + other.address() + "/\r\n\r\n");
            try (OpenedInput input = open("authorization: {credentials-file: " + file + "}")) {
                await("the redirect is refused", () -> input.counts().warnings.of("scrape-status") > 1);
            }
            assertThat(exporter.requests()).allMatch(request -> request.contains("Authorization: Bearer sesame\n"));
            assertThat(other.requests()).isEmpty();
            try (OpenedInput input = open("")) {
                until(input, "load" + labels + "value=2" + STAMP);
            }
            try (OpenedInput input = open("follow-redirects: false")) {
                await("the redirect is refused", () -> input.counts().warnings.of("scrape-status") > 1);
            }
        }
    }

    @Test
    void httpsTrustsTheNamedAuthority(@TempDir Path folder) throws Exception {
        Identity identity = new Identity(folder, "target");
        try (Exporter secure = Exporter.start(identity.trusting(identity).getServerSocketFactory())
                .exposing("load 1\n")) {
            String address = secure.address();
            String https = "scheme: https, static: [{targets: ['" + address + "']}]";
            try (OpenedInput input =
                    OpenedInput.open(settings(https + ", tls: {ca: " + identity.certificate() + "}"))) {
                until(input, "load,instance=" + address + ",job=node value=1" + STAMP);
            }
            try (OpenedInput input = OpenedInput.open(settings(https))) {
                until(input, "up,instance=" + address + ",job=node value=0" + STAMP);
                await("no trust", () -> input.counts().warnings.of("scrape-tls") > 0);
            }
        }
    }

    /** With these labels, {@code up} is not too long, but a longer name is. */
    @Test
    void aTargetWithLabelsThatAreTooLongIsLeftOutAlone() {
        exporter.exposing("load 1\n");
        int most = 32 * 1024 - "up,a=,instance=127.0.0.1:1,job=node ".length();
        String groups = "static: [{targets: ['127.0.0.1:1'], labels: {a: '" + "x".repeat(most) + "'}}, {targets: ['"
                + exporter.address() + "']}]";
        try (OpenedInput input = OpenedInput.open(settings(groups))) {
            until(input, "load" + labels + "value=1" + STAMP);
            assertThat(input.has("up,a=x.*")).isFalse();
        }
    }

    @Test
    void anInputWithoutJobsDoesNotStart() {
        assertThatThrownBy(() -> OpenedInput.open("scrape: {enabled: true}"))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("scrape.jobs (WEIR_GATEWAY_SCRAPE_JOBS)");
    }

    private OpenedInput open(String more) {
        return open("", more);
    }

    private OpenedInput open(String targets, String more) {
        return OpenedInput.open(settings("static: [{targets: ['" + exporter.address() + "'"
                + (targets.isEmpty() ? "" : ", " + targets) + "]}]" + (more.isEmpty() ? "" : ", " + more)));
    }

    private static String settings(String job) {
        return "scrape: {enabled: true, shared: false, jobs: [{job-name: node, scrape-interval: 200ms, " + job + "}]}";
    }

    private static void until(OpenedInput input, String line) {
        await(line, () -> input.has(line));
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream packed = new GZIPOutputStream(bytes)) {
            packed.write(text.getBytes(UTF_8));
        }
        return bytes.toByteArray();
    }
}
