package io.weir.query.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.weir.query.store.TableColumns;
import io.weir.query.store.TableField;
import io.weir.query.store.TableQuery;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * The selected columns of a measurement in some of its indices, and the parts of searches that have them.
 *
 * @param indices each has the fields in the same form, or not at all
 * @param haveDocuments whether all indices have the documents themselves
 */
record SearchTable(
        String measurement, Indices indices, List<String> tags, List<SearchField> fields, boolean haveDocuments) {
    /** The start of the name of a field's aggregation: {@code f0}, {@code f1}… */
    static final String FIELD = "f";

    /** The start of the name of a tag's source: {@code t0}, {@code t1}… */
    private static final String TAG = "t";

    /** The server's default, {@code index.max_docvalue_fields_search}. */
    private static final int MOST_COLUMNS = 100;

    /** The same table with a part of the fields each. */
    List<SearchTable> parts() {
        int most = Math.max(1, MOST_COLUMNS - tags.size());
        return IntStream.range(0, (fields.size() + most - 1) / most)
                .mapToObj(i -> fields.subList(i * most, Math.min(fields.size(), (i + 1) * most)))
                .map(part -> new SearchTable(measurement, indices, tags, part, haveDocuments))
                .toList();
    }

    TableColumns columns() {
        return new TableColumns(
                measurement,
                tags,
                fields.stream()
                        .map(each -> new TableField(each.name(), each.type()))
                        .toList());
    }

    /** The columns of the tags. */
    List<String> tagColumns() {
        return tags.stream().map(tag -> IndexColumns.TAGS + "." + tag).toList();
    }

    /** The columns of the fields, of those that have one. */
    List<String> fieldColumns() {
        return fields.stream().flatMap(each -> each.column().stream()).toList();
    }

    /** The parts of documents that a search reads: these fields. For an index without documents, a list is an error. */
    Object documents(List<SearchField> of) {
        return haveDocuments ? of.stream().map(SearchField::path).toList() : true;
    }

    /** The conditions that select documents of the measurement. */
    List<Object> conditions(TableQuery query) {
        List<Object> conditions = new ArrayList<>();
        conditions.add(Conditions.oneOf(IndexColumns.MEASUREMENT, List.of(measurement)));
        conditions.add(Conditions.between(query.from(), query.to()));
        conditions.addAll(Conditions.onTags(query.selection()));
        return conditions;
    }

    /** The conditions that select documents with one of the fields. */
    List<Object> conditionsOfValues(TableQuery query) {
        List<Object> conditions = conditions(query);
        conditions.add(
                Conditions.anyExists(fields.stream().map(SearchField::path).toList()));
        return conditions;
    }

    /** The sources of buckets for each set of tags; at least one source. */
    List<Object> tagSources() {
        List<Object> sources = new ArrayList<>();
        for (String each : tagColumns()) {
            sources.add(BucketPages.termsOrNone(TAG + sources.size(), each));
        }
        return sources.isEmpty() ? List.of(BucketPages.terms(TAG, IndexColumns.MEASUREMENT)) : sources;
    }

    /** Adds the tags of such a bucket to a row. */
    void addTags(JsonNode bucket, ArrayNode row) {
        for (int i = 0; i < tags.size(); i++) {
            row.add(bucket.path("key").path(TAG + i));
        }
    }

    /** An aggregation for each field, by its name. */
    Map<String, Object> ofFields(Function<SearchField, Map<String, Object>> aggregation) {
        Map<String, Object> all = new HashMap<>();
        for (int i = 0; i < fields.size(); i++) {
            all.put(FIELD + i, aggregation.apply(fields.get(i)));
        }
        return all;
    }
}
