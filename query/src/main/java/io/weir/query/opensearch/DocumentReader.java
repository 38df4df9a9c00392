package io.weir.query.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.weir.query.series.Deadline;
import io.weir.query.store.RowReader;
import io.weir.query.store.TableQuery;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/** Reads the documents of a table as rows: the time, the tags and the fields. Thread-safe. */
final class DocumentReader {
    /** The server then reads columns only, and not even ids. */
    static final Map<String, Object> NO_DOCUMENTS = Map.of("_source", false, "stored_fields", "_none_");

    /** Documents have all fields and long texts, and the server holds a page of them. */
    private static final int PAGE_OF_DOCUMENTS = 1_000;

    private final HitPages pages;

    DocumentReader(SearchCalls calls) {
        pages = new HitPages(calls);
    }

    /** Reads the columns of numbers and flags. */
    void samples(SearchTable table, TableQuery query, RowReader rows) {
        List<String> columns = new ArrayList<>(table.tagColumns());
        columns.addAll(table.fieldColumns());
        read(
                table,
                query,
                search(table.conditionsOfValues(query), columns, NO_DOCUMENTS),
                HitPages.MOST,
                Cells::sample,
                rows);
    }

    /** Reads the documents themselves, or, of an index without them, the columns. */
    void values(SearchTable table, TableQuery query, RowReader rows) {
        List<String> columns = new ArrayList<>(table.tagColumns());
        if (!table.haveDocuments()) {
            columns.addAll(table.fieldColumns());
        }
        read(
                table,
                query,
                search(table.conditions(query), columns, Map.of("_source", table.documents(table.fields()))),
                table.haveDocuments() ? PAGE_OF_DOCUMENTS : HitPages.MOST,
                Cells::value,
                rows);
    }

    /** @param documents what is read of the documents themselves */
    private static Map<String, Object> search(
            List<Object> conditions, List<String> columns, Map<String, Object> documents) {
        Map<String, Object> search = new HashMap<>(documents);
        search.put("query", Conditions.all(conditions));
        search.put("docvalue_fields", columns);
        return search;
    }

    private void read(
            SearchTable table,
            TableQuery query,
            Map<String, Object> search,
            int size,
            BiFunction<JsonNode, SearchField, JsonNode> value,
            RowReader rows) {
        List<String> tags = table.tagColumns();
        pages.read(table.indices(), search, size, new Deadline(query.within()), hit -> {
            ArrayNode row = JsonNodeFactory.instance.arrayNode();
            row.add(hit.path("sort").path(0));
            tags.forEach(tag -> row.add(Cells.tag(hit, tag)));
            table.fields().forEach(field -> row.add(value.apply(hit, field)));
            Rows.read(row, rows);
        });
    }
}
