package io.weir.query.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.weir.query.series.Deadline;
import io.weir.query.series.LastSink;
import io.weir.query.series.ValueSink;
import io.weir.query.series.ValueType;
import io.weir.query.store.LastRows;
import io.weir.query.store.TableQuery;
import io.weir.query.store.ValueRows;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads the windows and last values of a table, which the server computes series by series. Thread-safe. */
final class WindowReader {
    private static final int PAGE = 5_000;

    /** Of a page, unless a bucket has many. The server reads a document for each. */
    private static final int MOST_DOCUMENTS = 10_000;

    private static final int LEAST_BUCKETS = 100;

    /** Buckets have times in milliseconds. */
    private static final long TICKS = 1;

    private static final String WINDOW = "w";
    private static final String LAST = "last";

    private final BucketPages buckets;

    WindowReader(SearchCalls calls) {
        buckets = new BucketPages(calls);
    }

    /**
     * Passes on the windows of some series, all windows of a series after each other.
     *
     * @return whether there are no further series
     */
    boolean windows(SearchTable table, TableQuery query, long step, int mostSeries, ValueSink sink) {
        List<Object> sources = new ArrayList<>(table.tagSources());
        sources.add(Map.of(
                WINDOW, Map.of("date_histogram", Map.of("field", IndexColumns.TIME, "fixed_interval", step + "ms"))));
        SeriesLimit limited = new SeriesLimit(mostSeries, sink);
        ValueRows rows = new ValueRows(table.columns().means(), TICKS, query.selection(), limited);
        BucketPages.Request request = new BucketPages.Request(
                table.indices(),
                table.conditionsOfValues(query),
                sources,
                table.ofFields(field -> field.type() == ValueType.TEXT
                        ? last(table, field, Map.of())
                        : Map.of("avg", Map.of("field", field.column().orElseThrow()))),
                page(table.fields().stream()
                        .filter(each -> each.type() == ValueType.TEXT)
                        .count()));
        buckets.read(request, new Deadline(query.within()), bucket -> {
            ArrayNode row = JsonNodeFactory.instance.arrayNode();
            row.add(bucket.path("key").path(WINDOW));
            table.addTags(bucket, row);
            for (int i = 0; i < table.fields().size(); i++) {
                SearchField field = table.fields().get(i);
                JsonNode found = bucket.path(SearchTable.FIELD + i);
                row.add(field.type() == ValueType.TEXT ? Cells.value(hit(found), field) : found.path("value"));
            }
            Rows.read(row, rows);
            return !limited.isOver();
        });
        return !limited.isOver();
    }

    /** Passes on the last number or flag of each field of each series. */
    void last(SearchTable table, TableQuery query, LastSink sink) {
        Map<String, Object> times = Map.of(
                "latest", Map.of("max", Map.of("field", IndexColumns.TIME)),
                "earliest", Map.of("min", Map.of("field", IndexColumns.TIME)));
        LastRows rows = new LastRows(table.columns(), TICKS, query.selection(), sink);
        BucketPages.Request request = new BucketPages.Request(
                table.indices(),
                table.conditionsOfValues(query),
                table.tagSources(),
                table.ofFields(field -> last(table, field, times)),
                page(table.fields().size()));
        buckets.read(request, new Deadline(query.within()), bucket -> {
            ArrayNode row = JsonNodeFactory.instance.arrayNode();
            table.addTags(bucket, row);
            for (int i = 0; i < table.fields().size(); i++) {
                JsonNode found = bucket.path(SearchTable.FIELD + i);
                JsonNode value = Cells.sample(hit(found), table.fields().get(i));
                row.add(value);
                row.add(found.path("latest").path("value").asLong());
                row.add(found.path("earliest").path("value").asLong());
                row.add(value.isNull() ? 0 : found.path("doc_count").asLong());
            }
            Rows.read(row, rows);
            return true;
        });
    }

    /** The buckets of a page. */
    private static int page(long documentsOfBucket) {
        long most = Math.max(LEAST_BUCKETS, MOST_DOCUMENTS / Math.max(1, documentsOfBucket));
        return (int) Math.min(PAGE, most);
    }

    /** The last document that has the field, and other aggregations of those that have it. */
    private static Map<String, Object> last(SearchTable table, SearchField field, Map<String, Object> others) {
        Map<String, Object> document = new HashMap<>(Map.of(
                "size",
                1,
                "sort",
                List.of(Map.of(IndexColumns.TIME, "desc")),
                "docvalue_fields",
                field.column().map(List::of).orElse(List.of())));
        document.putAll(
                field.type() == ValueType.TEXT
                        ? Map.of("_source", table.documents(List.of(field)))
                        : DocumentReader.NO_DOCUMENTS);
        Map<String, Object> all = new HashMap<>(others);
        all.put(LAST, Map.of("top_hits", document));
        return Map.of("filter", Conditions.exists(field.path()), "aggs", all);
    }

    private static JsonNode hit(JsonNode ofField) {
        return ofField.path(LAST).path("hits").path("hits").path(0);
    }

    /** Passes on the rows of so many series. */
    private static final class SeriesLimit implements ValueSink {
        private final int most;
        private final ValueSink sink;
        private Map<String, String> last = Map.of();
        private int count;

        SeriesLimit(int most, ValueSink sink) {
            this.most = most;
            this.sink = sink;
        }

        @Override
        public void row(String measurement, Map<String, String> tags, long nanos) {
            count += count == 0 || !tags.equals(last) ? 1 : 0;
            last = tags;
            if (!isOver()) {
                sink.row(measurement, tags, nanos);
            }
        }

        @Override
        public void value(String field, ValueType type, String text) {
            if (!isOver()) {
                sink.value(field, type, text);
            }
        }

        boolean isOver() {
            return count > most;
        }
    }
}
