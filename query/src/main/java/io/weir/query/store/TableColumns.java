package io.weir.query.store;

import io.weir.query.naming.PromqlNames;
import io.weir.query.series.SeriesGroups;
import io.weir.query.series.ValueType;
import java.util.List;
import java.util.stream.Stream;

/**
 * The selected columns of a table, as rows have them: tags first, then fields.
 *
 * @param table the measurement
 */
public record TableColumns(String table, List<String> tags, List<TableField> fields) {
    /** Of a statement that names the tags several times, in the address of the request. */
    private static final int LONGEST_TAGS = 4_000;

    /** The characters beside each name. */
    private static final int BESIDE_TAG = 20;

    /** The label of each tag. */
    public List<String> labels() {
        return tags.stream().map(PromqlNames::label).toList();
    }

    /** The metric of each field. */
    public Stream<String> metrics() {
        return fields.stream().map(field -> PromqlNames.metric(table, field.name()));
    }

    /** The same columns in rows of groups, which have the tags of the groups only. */
    public TableColumns of(SeriesGroups groups) {
        List<String> kept =
                tags.stream().filter(tag -> groups.have(PromqlNames.label(tag))).toList();
        return new TableColumns(table, kept, fields);
    }

    /** Whether a statement can name the tags several times. */
    public boolean areTagsFew() {
        return tags.stream().mapToInt(Statements::encodedLength).sum() + tags.size() * BESIDE_TAG <= LONGEST_TAGS;
    }

    /** The same columns in rows of windows: the mean of numbers or flags is not an integer. */
    public TableColumns means() {
        List<TableField> means = fields.stream()
                .map(field ->
                        field.type().isSample() ? new TableField(field.name(), field.column(), ValueType.FLOAT) : field)
                .toList();
        return new TableColumns(table, tags, means);
    }
}
