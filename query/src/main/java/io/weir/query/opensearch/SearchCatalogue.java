package io.weir.query.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.query.series.Allowance;
import io.weir.query.series.Deadline;
import io.weir.query.series.EvaluationException;
import io.weir.query.series.EvaluationException.Reason;
import io.weir.query.store.CatalogueQuery;
import io.weir.query.store.NanoTimes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The measurements and columns of a group of indices that matchers may select. */
final class SearchCatalogue {
    private static final int PAGE = 10_000;
    private static final int MOST_REPORTED = 1_000;
    private static final Logger LOG = LoggerFactory.getLogger(SearchCatalogue.class);

    private final SearchCalls calls;
    private final BucketPages buckets;
    private final String prefix;
    private final Set<String> leftOut = ConcurrentHashMap.newKeySet();

    SearchCatalogue(SearchCalls calls, String prefix) {
        this.calls = calls;
        this.buckets = new BucketPages(calls);
        this.prefix = prefix;
    }

    /** The tables with selected fields. */
    List<SearchTable> tables(CatalogueQuery query, Allowance allowance, Deadline deadline) {
        SortedMap<String, SortedSet<String>> measurements = measurements(query, allowance, deadline);
        if (measurements.isEmpty()) {
            return List.of();
        }
        Map<String, IndexColumns> columns = columns(measurements, query, allowance, deadline);
        List<SearchTable> tables = new ArrayList<>();
        measurements.forEach((measurement, indices) -> {
            TableBuilder builder = new TableBuilder(measurement);
            for (String each : indices) {
                IndexColumns found = columns.get(each);
                if (found != null) {
                    builder.add(each, found, query.selection());
                }
            }
            if (query.selection().mayHaveLabels(builder.labels())) {
                tables.addAll(builder.tables(query.isRead()));
            }
        });
        return tables;
    }

    /** The indices of each measurement that has documents in the range. */
    private SortedMap<String, SortedSet<String>> measurements(
            CatalogueQuery query, Allowance allowance, Deadline deadline) {
        List<Object> conditions = new ArrayList<>();
        conditions.add(Conditions.between(
                Math.min(query.from(), NanoTimes.LAST_MILLI + 1), Math.max(query.to(), Conditions.EARLIEST_MILLI - 1)));
        query.selection()
                .possibleMeasurements()
                .ifPresent(names -> conditions.add(Conditions.oneOf(IndexColumns.MEASUREMENT, names)));
        conditions.addAll(Conditions.onTags(query.selection()));
        SortedMap<String, SortedSet<String>> found = new TreeMap<>();
        int[] count = {0};
        BucketPages.Request request = new BucketPages.Request(
                new Indices(new TreeSet<>(List.of(prefix + "-*"))),
                conditions,
                List.of(
                        BucketPages.terms("measurement", IndexColumns.MEASUREMENT),
                        BucketPages.terms("index", "_index")),
                Map.of(),
                PAGE);
        try {
            buckets.read(request, deadline, bucket -> {
                JsonNode key = bucket.path("key");
                String measurement = key.path("measurement").asText();
                if (query.selection().mayHave(measurement)) {
                    allowance.checkSeries(++count[0]);
                    found.computeIfAbsent(measurement, unseen -> new TreeSet<>())
                            .add(key.path("index").asText());
                }
                return true;
            });
        } catch (EvaluationException e) {
            throw withRemedy(e);
        }
        return found;
    }

    private EvaluationException withRemedy(EvaluationException e) {
        return e.reason() == Reason.UNAVAILABLE
                        && String.valueOf(e.getMessage()).contains("[" + prefix + "-*]")
                ? new EvaluationException(
                        e.reason(),
                        e.getMessage() + "; the writer creates the first index with the first metric, and the user must"
                                + " be permitted to read it")
                : e;
    }

    /** The columns of each index that is such as the writer's. */
    private Map<String, IndexColumns> columns(
            SortedMap<String, SortedSet<String>> measurements,
            CatalogueQuery query,
            Allowance allowance,
            Deadline deadline) {
        Map<String, Set<String>> byIndex = new HashMap<>();
        measurements.forEach((measurement, indices) -> indices.forEach(index ->
                byIndex.computeIfAbsent(index, unseen -> new TreeSet<>()).add(measurement)));
        Map<String, IndexColumns> columns = new HashMap<>();
        // Most indices of a measurement are equal.
        Map<IndexColumns, IndexColumns> different = new HashMap<>();
        int[] count = {0};
        Indices all = new Indices(new TreeSet<>(byIndex.keySet()));
        calls.mappings(all, deadline, (index, mapping) -> {
            Optional<String> difference = MappingColumns.difference(mapping);
            if (difference.isPresent()) {
                reportLeftOut(index, difference.get());
                return;
            }
            Set<String> of = byIndex.getOrDefault(index, Set.of());
            IndexColumns found = MappingColumns.of(mapping, field -> of.stream()
                    .anyMatch(each -> query.selection().has(each, field)));
            IndexColumns known = different.putIfAbsent(found, found);
            count[0] += known == null ? found.count(query.isRead()) : 0;
            // All are in memory before the first series is.
            allowance.checkSeries(count[0]);
            columns.put(index, known == null ? found : known);
        });
        return columns;
    }

    /** Once for each index, as far as names are held. */
    private void reportLeftOut(String index, String why) {
        if (leftOut.size() < MOST_REPORTED && leftOut.add(index)) {
            LOG.warn(
                    "queries leave out the index {}, because {}; create the index by the template of the writer, or give it"
                            + " a name that does not begin with {}-",
                    index,
                    why,
                    prefix);
        }
    }
}
