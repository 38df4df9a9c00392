package io.weir.query.store;

import io.weir.query.naming.PromqlNames;
import java.util.List;

/**
 * The selected columns of a table, as rows have them: tags first, then fields.
 *
 * @param table the measurement
 */
public record TableColumns(String table, List<String> tags, List<TableField> fields) {
    /** The label of each tag. */
    public List<String> labels() {
        return tags.stream().map(PromqlNames::label).toList();
    }
}
