package io.weir.query.opensearch;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.weir.query.series.Deadline;
import io.weir.query.store.RowReader;
import io.weir.query.store.TableQuery;
import java.util.Map;

/** Reads the sets of tags of a table as rows: the tags, and the number of values of each field. Thread-safe. */
final class LabelReader {
    private static final int PAGE = 10_000;

    private final BucketPages buckets;

    LabelReader(SearchCalls calls) {
        buckets = new BucketPages(calls);
    }

    void read(SearchTable table, TableQuery query, RowReader rows) {
        BucketPages.Request request = new BucketPages.Request(
                table.indices(),
                table.conditionsOfValues(query),
                table.tagSources(),
                table.ofFields(field ->
                        Map.of("value_count", Map.of("field", field.column().orElseThrow()))),
                PAGE);
        buckets.read(request, new Deadline(query.within()), bucket -> {
            ArrayNode row = JsonNodeFactory.instance.arrayNode();
            table.addTags(bucket, row);
            for (int i = 0; i < table.fields().size(); i++) {
                row.add(bucket.path(SearchTable.FIELD + i).path("value"));
            }
            Rows.read(row, rows);
            return true;
        });
    }
}
