package io.weir.writer.store.clickhouse;

import io.weir.contract.line.FieldType;
import io.weir.contract.line.LineReader;
import io.weir.contract.line.SeriesReader;
import java.util.ArrayList;
import java.util.List;

/**
 * The names of a line, without escapes.
 *
 * @param tags in the order of {@link SeriesReader}
 * @param types of the fields
 */
record LineNames(String measurement, List<String> tags, List<String> fields, List<FieldType> types) {
    /** The names of a line whose series was read. */
    static LineNames of(LineReader line, SeriesReader series) {
        List<String> tags = new ArrayList<>();
        for (int i = 0; i < series.tagCount(); i++) {
            tags.add(series.tagKey(i));
        }
        List<String> fields = new ArrayList<>();
        List<FieldType> types = new ArrayList<>();
        for (int i = 0; i < line.fieldCount(); i++) {
            fields.add(line.fieldKey(i));
            types.add(line.fieldType(i));
        }
        return new LineNames(series.measurement(), tags, fields, types);
    }
}
