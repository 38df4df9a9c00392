package io.weir.query.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.query.series.Deadline;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads all buckets of composite aggregations, page by page. Thread-safe. */
final class BucketPages {
    private static final String NAME = "rows";

    private final SearchCalls calls;

    BucketPages(SearchCalls calls) {
        this.calls = calls;
    }

    /**
     * Buckets of documents with equal values.
     *
     * @param sources of the values, in the order of buckets
     * @param aggregations of each bucket
     * @param size of a page
     */
    record Request(
            Indices indices, List<Object> conditions, List<Object> sources, Map<String, ?> aggregations, int size) {}

    /** Reads a bucket. */
    interface Reader {
        /** Returns whether to go on. */
        boolean read(JsonNode bucket) throws IOException;
    }

    /** The values of a column. */
    static Map<String, Object> terms(String name, String column) {
        return Map.of(name, Map.of("terms", Map.of("field", column)));
    }

    /** The values of a column, of which documents without a value are one. */
    static Map<String, Object> termsOrNone(String name, String column) {
        return Map.of(name, Map.of("terms", Map.of("field", column, "missing_bucket", true)));
    }

    void read(Request request, Deadline deadline, Reader reader) {
        Map<String, Object> composite = new HashMap<>(Map.of("size", request.size(), "sources", request.sources()));
        SearchTarget target = SearchTarget.of(request.indices());
        boolean goesOn = true;
        while (goesOn) {
            Map<String, Object> search = Map.of(
                    "size",
                    0,
                    "track_total_hits",
                    false,
                    "query",
                    Conditions.all(request.conditions()),
                    "aggs",
                    Map.of(NAME, Map.of("composite", composite, "aggs", request.aggregations())));
            Page page = new Page(reader);
            JsonNode last = calls.buckets(target, search, NAME, deadline.left(), page);
            composite.put("after", last);
            goesOn = page.count == request.size() && !page.isEnd;
        }
    }

    private static final class Page implements SearchCalls.Reader {
        private final Reader reader;
        private int count;
        private boolean isEnd;

        Page(Reader reader) {
            this.reader = reader;
        }

        @Override
        public void read(JsonNode bucket) throws IOException {
            count++;
            isEnd = isEnd || !reader.read(bucket);
        }
    }
}
