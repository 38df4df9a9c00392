package io.weir.gateway.scrape;

import io.weir.gateway.poll.FileSource;
import io.weir.gateway.poll.TargetGroup;
import io.weir.gateway.relabel.RelabelRule;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * The settings of a job, for all its targets.
 *
 * @param timeout at most the interval
 * @param params of the query
 * @param honorLabels whether a sample keeps a label that its target has, too
 * @param honorTimestamps whether a sample keeps its own timestamp
 * @param histograms what a histogram gives
 * @param sampleLimit an answer with more samples fails; 0 for no limit
 * @param bodyBytes a longer answer fails
 * @param tls empty for the authorities of Java
 * @param sources where the targets are listed
 */
public record JobSettings(
        String name,
        Duration interval,
        Duration timeout,
        String path,
        String scheme,
        Map<String, List<String>> params,
        boolean honorLabels,
        boolean honorTimestamps,
        Histograms histograms,
        int sampleLimit,
        int bodyBytes,
        boolean followRedirects,
        Optional<SSLContext> tls,
        Credentials credentials,
        Sources sources,
        List<RelabelRule> relabel,
        List<RelabelRule> metricRelabel) {
    /** The shortest interval. */
    public static final Duration SHORTEST = Duration.ofMillis(100);

    /** The samples of a histogram. */
    public enum Histograms {
        /**
         * Those of its buckets. Targets are not asked for native histograms; one that sends them
         * nevertheless is read as with {@link #BOTH}.
         */
        CLASSIC,
        /** The native histogram, if it has one; then none of its buckets. */
        NATIVE,
        /** The native histogram and those of its buckets. */
        BOTH
    }

    /** The lists of targets: in the settings, in files, and of services. */
    public record Sources(List<TargetGroup> groups, List<FileSource> files, List<HttpSource> services) {
        /** Copies the lists. */
        public Sources {
            groups = List.copyOf(groups);
            files = List.copyOf(files);
            services = List.copyOf(services);
        }
    }

    /** Copies the collections. */
    public JobSettings {
        params = Map.copyOf(params);
        relabel = List.copyOf(relabel);
        metricRelabel = List.copyOf(metricRelabel);
    }

    /** Never the credentials. */
    @Override
    public String toString() {
        return name;
    }
}
