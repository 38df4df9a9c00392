package io.weir.gateway.scrape;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.line.SeriesHash;
import io.weir.gateway.exposition.Labelling;
import io.weir.gateway.exposition.SeriesSpelling;
import io.weir.gateway.relabel.RelabelRule;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One address to scrape. Two targets are equal if their job, address and labels are.
 *
 * @param labels added to each sample
 */
record Target(JobSettings job, URI uri, Duration interval, Duration timeout, SortedMap<String, String> labels)
        implements Labelling {
    /** The label that is the name of a sample. */
    static final String NAME = "__name__";

    private static final String EXPORTED = "exported_";

    /** Identifies the target in all gateways, also after a change of its interval or timeout. */
    String key() {
        return job.name() + ' ' + uri + ' ' + labels;
    }

    /** The same in all gateways. */
    long hash() {
        byte[] key = key().getBytes(UTF_8);
        return SeriesHash.of(key, 0, key.length);
    }

    /** The series of a sample about the target itself. */
    byte[] ownSeries(String name) {
        SortedMap<String, String> all = new TreeMap<>(labels);
        all.put(NAME, name);
        return SeriesSpelling.of(all);
    }

    /** Adds the labels of the target to those of a sample, and relabels the sample. */
    @Override
    public boolean apply(SortedMap<String, String> sample) {
        for (Map.Entry<String, String> label : labels.entrySet()) {
            String name = label.getKey();
            String own = sample.getOrDefault(name, "");
            if (own.isEmpty()) {
                sample.put(name, label.getValue());
            } else if (!job.honorLabels()) {
                String free = EXPORTED + name;
                while (sample.containsKey(free) || labels.containsKey(free)) {
                    free = EXPORTED + free;
                }
                sample.put(free, own);
                sample.put(name, label.getValue());
            }
        }
        return RelabelRule.applyAll(job.metricRelabel(), sample);
    }
}
