package io.weir.gateway.scrape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.config.MistakesException;
import io.weir.contract.config.YamlSource;
import io.weir.gateway.setting.InputName;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScrapeSettingsTest {
    @Test
    void defaultsAreThoseOfPrometheusButForSamples() {
        ScrapeSettings settings = read("{jobs: [{job-name: a}, {job-name: b, scrape-interval: 5s}]}");
        assertThat(settings.threads()).isEqualTo(1);
        assertThat(settings.polls().share().isShared()).isTrue();
        JobSettings job = settings.polls().jobs().get(0);
        assertThat(job.interval()).isEqualTo(Duration.ofMinutes(1));
        assertThat(job.timeout()).isEqualTo(Duration.ofSeconds(10));
        assertThat(job.path()).isEqualTo("/metrics");
        assertThat(job.scheme()).isEqualTo("http");
        assertThat(job.honorLabels()).isFalse();
        assertThat(job.honorTimestamps()).isTrue();
        assertThat(job.histograms()).isEqualTo(JobSettings.Histograms.CLASSIC);
        assertThat(job.followRedirects()).isTrue();
        assertThat(job.sampleLimit()).isEqualTo(100_000);
        assertThat(job.credentials()).isSameAs(Credentials.NONE);
        assertThat(settings.polls().jobs().get(1).timeout()).isEqualTo(Duration.ofSeconds(5));
        assertThat(read("{scrape-interval: 15s, jobs: [{job-name: a}]}")
                        .polls()
                        .jobs()
                        .get(0)
                        .interval())
                .isEqualTo(Duration.ofSeconds(15));
    }

    @Test
    void histogramsAreNativeOrBothIfWanted() {
        for (JobSettings.Histograms wanted : List.of(JobSettings.Histograms.NATIVE, JobSettings.Histograms.BOTH)) {
            boolean areBoth = wanted == JobSettings.Histograms.BOTH;
            assertThat(read("{jobs: [{job-name: a, scrape-native-histograms: true,"
                                    + " always-scrape-classic-histograms: " + areBoth + "}]}")
                            .polls()
                            .jobs()
                            .get(0)
                            .histograms())
                    .isEqualTo(wanted);
        }
    }

    @Test
    void parametersHaveOneValueOrMany() {
        assertThat(read("{jobs: [{job-name: a, params: {module: http_2xx, collect: [cpu, disk]}}]}")
                        .polls()
                        .jobs()
                        .get(0)
                        .params())
                .isEqualTo(Map.of("module", List.of("http_2xx"), "collect", List.of("cpu", "disk")));
    }

    @Test
    void secretsAreNotPrinted(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "sesame");
        ScrapeSettings settings =
                read("{jobs: [{job-name: a, basic-auth: {username: u, password-file: " + file + "}}]}");
        assertThat(settings.polls().jobs().get(0).credentials().header()).contains("Basic dTpzZXNhbWU=");
        assertThat(settings.toString() + settings.polls().jobs().get(0).credentials())
                .doesNotContain("sesame", "dTpzZXNhbWU=");
    }

    @Test
    void secretsThatFitIntoNoHeaderAreRefusedWithoutShowingThem(@TempDir Path folder) throws Exception {
        for (String secret : List.of("sesame\nopen", "sesame\u20ac", "sesame\u00e8", "sesame\u0007open")) {
            Path file = Files.writeString(folder.resolve("token"), secret);
            assertThatThrownBy(() -> read("{jobs: [{job-name: a, authorization: {credentials-file: " + file + "}}]}"))
                    .isInstanceOf(MistakesException.class)
                    .hasMessageContaining("/token\" has several lines")
                    .hasMessageNotContaining("sesame");
        }
        Path file = Files.writeString(folder.resolve("token"), "sesame");
        assertThatThrownBy(() ->
                        read("{jobs: [{job-name: a, authorization: {type: 'a\tb', credentials-file: " + file + "}}]}"))
                .isInstanceOf(MistakesException.class)
                .hasMessageContaining("does not fit into a header");
    }

    @Test
    void reportsAllMistakesTogether(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "sesame");
        assertThatThrownBy(() -> read("""
                threads: 0
                shared: false
                group: g
                jobs:
                  - {scheme: ftp, scrape-interval: 10ms}
                  - {job-name: a, scrape-interval: 1s, scrape-timeout: 2s, sample-limit: -1, static: [{targets: ['']}]}
                  - {job-name: a, basic-auth: {username: u}, authorization: {credentials-file: %s}, tls: {ca: /nowhere}}
                  - {job-name: b, file-sd: [{}], http-sd: [{url: 'host:80'}, {url: 'http://u:p@host'}], relabel: [{action: x}]}
                  - {job-name: d, http-sd: [{url: 'http://h/', tls: {enabled: true}}, {url: 'https://h/', tls: {enabled: true}}]}
                  - {job-name: c, body-size-limit: 1, scrape_interval: 5s, always-scrape-classic-histograms: true}
                """.formatted(file)))
                .isInstanceOfSatisfying(MistakesException.class, mistakes -> assertThat(mistakes.getMessage())
                        .contains(
                                "threads",
                                "group: has no effect without sharing",
                                "two jobs named \"a\"",
                                "jobs[0].job-name",
                                "jobs[0].scheme",
                                "jobs[0].scrape-interval",
                                "jobs[1].scrape-timeout: is longer than scrape-interval",
                                "jobs[1].sample-limit",
                                "jobs[1].static[0].targets",
                                "jobs[2].basic-auth.password-file",
                                "jobs[2].authorization: contradicts basic-auth",
                                "/nowhere",
                                "jobs[3].file-sd[0].files",
                                "jobs[3].http-sd[0].url",
                                "jobs[3].http-sd[1].url",
                                "jobs[3].relabel[0].action",
                                "jobs[4].http-sd[0].tls: has no effect on http://h/",
                                "jobs[5].body-size-limit",
                                "jobs[5].always-scrape-classic-histograms: has no effect without",
                                "did you mean \"scrape-interval\"")
                        .doesNotContain("sesame", "jobs[4].http-sd[1]"));
    }

    private static ScrapeSettings read(String yaml) {
        return YamlSource.text("scrape", yaml)
                .read(section -> ScrapeSettings.read(new InputName("scrape", true), section));
    }
}
