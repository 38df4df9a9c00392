package io.weir.query.opensearch;

import io.weir.query.naming.PromqlNames;
import io.weir.query.naming.Selection;
import io.weir.query.series.ValueType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/** Collects the columns of a measurement. A field has one type in an index, and perhaps another one in the next. */
final class TableBuilder {
    private final String measurement;
    private final SortedSet<String> indices = new TreeSet<>();
    private final Set<String> withoutDocuments = new HashSet<>();
    private final SortedSet<String> tags = new TreeSet<>();
    /** By name: the forms of which no request reads two. */
    private final Map<String, List<Form>> forms = new TreeMap<>();

    /** Fields that an index has in a form that is not read: no request for the field may read this index. */
    private final Set<String> unread = new HashSet<>();

    private record Form(SearchField field, SortedSet<String> indices) {}

    TableBuilder(String measurement) {
        this.measurement = measurement;
    }

    /** Adds the selected fields of an index. */
    void add(String index, IndexColumns columns, Selection selection) {
        indices.add(index);
        tags.addAll(columns.tags());
        unread.addAll(columns.unread());
        if (!columns.hasDocuments()) {
            withoutDocuments.add(index);
        }
        for (SearchField each : columns.fields()) {
            if (selection.has(measurement, each.name())) {
                add(index, each, forms.computeIfAbsent(each.name(), unseen -> new ArrayList<>()));
            }
        }
    }

    private static void add(String index, SearchField field, List<Form> known) {
        for (int i = 0; i < known.size(); i++) {
            Optional<SearchField> both = known.get(i).field().with(field);
            if (both.isPresent()) {
                known.get(i).indices().add(index);
                known.set(i, new Form(both.get(), known.get(i).indices()));
                return;
            }
        }
        known.add(new Form(field, new TreeSet<>(List.of(index))));
    }

    /** The label of each tag. */
    List<String> labels() {
        return tags.stream().map(PromqlNames::label).toList();
    }

    /** One table with the fields of one form, and one for each other form of a field. */
    List<SearchTable> tables(Predicate<ValueType> isRead) {
        List<SearchField> common = new ArrayList<>();
        List<SearchTable> tables = new ArrayList<>();
        for (List<Form> each : forms.values()) {
            for (Form form : each) {
                if (!isRead.test(form.field().type())) {
                    continue;
                }
                if (each.size() == 1 && !unread.contains(form.field().name())) {
                    common.add(form.field());
                } else {
                    tables.add(table(form.indices(), List.of(form.field())));
                }
            }
        }
        if (!common.isEmpty()) {
            tables.add(table(indices, common));
        }
        return tables;
    }

    private SearchTable table(SortedSet<String> of, List<SearchField> fields) {
        boolean haveDocuments = of.stream().noneMatch(withoutDocuments::contains);
        return new SearchTable(measurement, new Indices(of), List.copyOf(tags), fields, haveDocuments);
    }
}
