package io.weir.query.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.weir.query.series.Deadline;
import io.weir.query.series.EvaluationException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads all documents of a search in the order of their times, page by page. Each page begins after the last document of
 * the one before, by its time and its number in the shard. Numbers grow, so that a document that is written again during
 * the search is read at least once. Thread-safe.
 */
final class HitPages {
    /** The server's default, {@code index.max_result_window}. */
    static final int MOST = 10_000;

    private static final List<Object> ORDER =
            List.of(Map.of(IndexColumns.TIME, Map.of("order", "asc")), Map.of("_seq_no", Map.of("order", "asc")));

    private final SearchCalls calls;

    HitPages(SearchCalls calls) {
        this.calls = calls;
    }

    /**
     * Reads all documents.
     *
     * @param search what is read of which documents
     * @param size of a page, at most {@link #MOST}
     */
    void read(Indices indices, Map<String, ?> search, int size, Deadline deadline, SearchCalls.Reader reader) {
        Map<String, Object> body = new HashMap<>(search);
        body.putAll(Map.of("size", size, "sort", ORDER, "track_total_hits", false));
        SearchTarget target = SearchTarget.of(indices);
        Page page;
        do {
            page = new Page(size, reader);
            calls.hits(target, body, deadline.left(), page);
            body.put("search_after", page.lastKey);
        } while (page.isFull());
    }

    /** A page. Documents of several shards may have the same time and number, of which the next page may have more. */
    private static final class Page implements SearchCalls.Reader {
        private final int size;
        private final SearchCalls.Reader reader;
        private final List<JsonNode> held = new ArrayList<>();
        private JsonNode key = MissingNode.getInstance();
        /** Of the last document that was read. */
        private JsonNode lastKey = key;

        private int count;

        Page(int size, SearchCalls.Reader reader) {
            this.size = size;
            this.reader = reader;
        }

        @Override
        public void read(JsonNode hit) throws IOException {
            count++;
            JsonNode next = hit.path("sort");
            if (!next.equals(key)) {
                readHeld();
                key = next;
            }
            held.add(hit);
        }

        @Override
        public void end() throws IOException {
            if (!isFull()) {
                readHeld();
            } else if (lastKey.isMissingNode()) {
                throw new EvaluationException("the store has more than " + size
                        + " documents with one time and number: " + key + "; select a shorter range");
            }
        }

        boolean isFull() {
            return count == size;
        }

        private void readHeld() throws IOException {
            for (JsonNode each : held) {
                reader.read(each);
            }
            held.clear();
            lastKey = key;
        }
    }
}
