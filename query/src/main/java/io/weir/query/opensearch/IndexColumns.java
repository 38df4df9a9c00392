package io.weir.query.opensearch;

import io.weir.query.series.ValueType;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The columns of an index.
 *
 * @param fields those with selected names, of all types that are read
 * @param unread the names of other fields
 * @param hasDocuments whether the index has the documents themselves
 */
record IndexColumns(List<String> tags, List<SearchField> fields, Set<String> unread, boolean hasDocuments) {
    /** The start of the path of each tag. */
    static final String TAGS = "tags";

    static final String TIME = "@timestamp";
    static final String MEASUREMENT = "measurement";

    /** The number of fields of some types. */
    int count(Predicate<ValueType> types) {
        return (int) fields.stream().filter(each -> types.test(each.type())).count();
    }
}
