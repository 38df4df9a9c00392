package io.weir.gateway.scrape;

import io.weir.contract.config.ClientTls;
import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSection;
import io.weir.gateway.poll.TargetKeys;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/** The keys of a scraping job: Prometheus' names, with dashes. */
final class JobKeys {
    private static final int MOST_BODY_BYTES = 256 << 20;
    private static final int BODY_BYTES = 64 << 20;
    private static final int SAMPLES = 100_000;
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private static final URI NOWHERE = URI.create("http://localhost/");

    private enum Scheme {
        HTTP,
        HTTPS
    }

    private JobKeys() {}

    static JobSettings read(YamlSection job, Duration intervalOfAll) {
        String name = job.text("job-name", "value of the label job").required();
        Duration interval = job.duration(
                        "scrape-interval", JobSettings.SHORTEST, "time between two scrapes of a target")
                .or(intervalOfAll, "scrape-interval of the input");
        Duration least = interval.compareTo(TIMEOUT) < 0 ? interval : TIMEOUT;
        Duration timeout = job.duration("scrape-timeout", Duration.ofMillis(1), "time for the whole answer")
                .or(least, "10s, at most scrape-interval");
        if (timeout.compareTo(interval) > 0) {
            job.refuse("scrape-timeout", "is longer than scrape-interval", "decrease it");
        }
        String path = job.text("metrics-path", "path of the targets").or("/metrics");
        Scheme scheme =
                job.choice("scheme", Scheme.class, "protocol of the targets").or(Scheme.HTTP);
        Map<String, List<String>> params = new HashMap<>(job.<String, List<String>>entriesOfOneOrMore(
                        "params", text -> text, values -> values, "parameters of the query")
                .or(Collections.emptySortedMap()));
        boolean honorLabels = job.flag(
                        "honor-labels",
                        "whether a sample keeps a label that its target has, too; else it is renamed exported_…")
                .or(false);
        boolean honorTimestamps = job.flag("honor-timestamps", "whether a sample keeps its own timestamp")
                .or(true);
        JobSettings.Histograms histograms = histograms(job);
        int sampleLimit = job.integer(
                        "sample-limit", 0, Integer.MAX_VALUE, "an answer with more samples fails; 0 for no limit")
                .or(SAMPLES);
        int bodyBytes = job.integer("body-size-limit", 1 << 10, MOST_BODY_BYTES, "an answer with more bytes fails")
                .or(BODY_BYTES);
        boolean follows = job.flag("follow-redirects", "whether redirects are followed; never with credentials")
                .or(true);
        return new JobSettings(
                name,
                interval,
                timeout,
                path,
                scheme == Scheme.HTTPS ? "https" : "http",
                params,
                honorLabels,
                honorTimestamps,
                histograms,
                sampleLimit,
                bodyBytes,
                follows,
                ClientTls.read(job.section("tls"), "the target"),
                credentials(job),
                sources(job),
                RelabelKeys.read(job, "relabel", "rules for the labels of targets"),
                RelabelKeys.read(job, "metric-relabel", "rules for the labels of samples"));
    }

    private static JobSettings.Histograms histograms(YamlSection job) {
        boolean areNative = job.flag(
                        "scrape-native-histograms",
                        "whether targets are asked for protobuf, which has native histograms")
                .or(false);
        boolean areBoth = job.flag(
                        "always-scrape-classic-histograms",
                        "whether the buckets of a native histogram are kept, too; with scrape-native-histograms")
                .or(false);
        if (areBoth && !areNative) {
            job.refuse(
                    "always-scrape-classic-histograms",
                    "has no effect without scrape-native-histograms",
                    "set scrape-native-histograms, or remove it");
        }
        return !areNative
                ? JobSettings.Histograms.CLASSIC
                : areBoth ? JobSettings.Histograms.BOTH : JobSettings.Histograms.NATIVE;
    }

    private static Credentials credentials(YamlSection job) {
        Optional<Credentials> basic = job.nested(
                        "basic-auth", Credentials.NONE, JobKeys::basic, "user and password for the targets")
                .optional();
        Optional<Credentials> token = job.nested(
                        "authorization", Credentials.NONE, JobKeys::token, "token for the targets")
                .optional();
        if (basic.isPresent() && token.isPresent()) {
            job.refuse("authorization", "contradicts basic-auth", "remove one of them");
        }
        return basic.or(() -> token).orElse(Credentials.NONE);
    }

    private static Credentials basic(YamlSection section) {
        String user = section.text("username", "name of the user").required();
        return section.value(
                        "password-file",
                        Credentials.NONE,
                        file -> Credentials.basic(user, file),
                        "file with the password; read again when it changes")
                .required();
    }

    private static Credentials token(YamlSection section) {
        String type = section.text("type", "type of the token").or("Bearer");
        return section.value(
                        "credentials-file",
                        Credentials.NONE,
                        file -> Credentials.token(type, file),
                        "file with the token; read again when it changes")
                .required();
    }

    private static JobSettings.Sources sources(YamlSection job) {
        return new JobSettings.Sources(
                TargetKeys.groups(job),
                TargetKeys.files(job),
                job.sections("http-sd", JobKeys::service, "services that list groups of targets as JSON"));
    }

    private static HttpSource service(YamlSection section) {
        URI url = section.value("url", NOWHERE, JobKeys::url, "address of the list")
                .required();
        Optional<SSLContext> tls = ClientTls.read(section.section("tls"), "the service");
        if (tls.isPresent() && !url.equals(NOWHERE) && url.getScheme().equals("http")) {
            section.refuse("tls", "has no effect on " + url, "write https, or remove it");
        }
        return new HttpSource(
                url,
                section.duration(
                                "refresh-interval",
                                TargetKeys.SHORTEST_REFRESH,
                                "time after which the service is asked again")
                        .or(Duration.ofMinutes(1)),
                tls,
                credentials(section));
    }

    private static URI url(String text) {
        try {
            URI url = new URI(text.strip());
            boolean isHttp = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
            if (isHttp && url.getHost() != null && url.getRawUserInfo() == null) {
                return url;
            }
        } catch (URISyntaxException e) {
            // As any other mistake.
        }
        throw new Refusal(
                "must be an http or https URL without a user, was " + Refusal.quote(text),
                "such as http://inventory.example.org/targets");
    }
}
