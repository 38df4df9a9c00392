package io.weir.query.influxdb;

import com.fasterxml.jackson.core.JsonParser;
import io.weir.query.influxdb.Measurement.Field;
import io.weir.query.naming.Selection;
import io.weir.query.series.Allowance;
import io.weir.query.store.Deadline;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The measurements and fields of an InfluxDB that matchers may select. */
final class InfluxDbCatalogue {
    private static final Set<String> NUMBERS = Set.of("float", "integer", "unsigned");
    private static final String FLAG = "boolean";

    private final InfluxDbStatements statements;

    InfluxDbCatalogue(InfluxDbStatements statements) {
        this.statements = statements;
    }

    /** The measurements with selected fields. */
    List<Measurement> measurements(Selection selection, Allowance allowance, Deadline deadline) {
        FieldReader reader = new FieldReader(selection, allowance);
        statements.run("SHOW FIELD KEYS", deadline.left(), reader);
        List<Measurement> measurements = new ArrayList<>();
        reader.fields.forEach(
                (measurement, fields) -> measurements.add(new Measurement(measurement, List.copyOf(fields.values()))));
        return measurements;
    }

    /** The selected fields: the server lists one of several types several times. */
    private static final class FieldReader implements InfluxDbStatements.Reader {
        private final Selection selection;
        private final Allowance allowance;
        private int count;
        /** By measurement and name. */
        private final Map<String, Map<String, Field>> fields = new LinkedHashMap<>();

        private String measurement = "";

        FieldReader(Selection selection, Allowance allowance) {
            this.selection = selection;
            this.allowance = allowance;
        }

        @Override
        public boolean series(String name, Map<String, String> tags) {
            measurement = name;
            return InfluxQlNames.isMeasurement(name) && selection.mayHave(name);
        }

        @Override
        public void row(JsonParser row) throws IOException {
            InfluxDbStatements.cell(row);
            String field = row.getText();
            InfluxDbStatements.cell(row);
            String type = row.getText();
            row.nextToken();
            boolean isNumber = NUMBERS.contains(type);
            boolean isFlag = type.equals(FLAG);
            if ((isNumber || isFlag) && InfluxQlNames.isField(field) && selection.has(measurement, field)) {
                Map<String, Field> known = fields.computeIfAbsent(measurement, unseen -> new LinkedHashMap<>());
                count += known.containsKey(field) ? 0 : 1;
                known.merge(field, new Field(field, isNumber, isFlag), InfluxDbCatalogue::both);
                // All are in memory before the first series is.
                allowance.checkSeries(count);
            }
        }
    }

    private static Field both(Field one, Field other) {
        return new Field(one.name(), one.hasNumbers() || other.hasNumbers(), one.hasFlags() || other.hasFlags());
    }
}
