package io.weir.query.influxdb;

import com.fasterxml.jackson.core.JsonParser;
import io.weir.query.influxdb.Measurement.Field;
import io.weir.query.naming.Selection;
import io.weir.query.series.Allowance;
import io.weir.query.series.Deadline;
import io.weir.query.series.ValueType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** The measurements and fields of an InfluxDB that matchers may select. */
final class InfluxDbCatalogue {
    private static final Map<String, ValueType> TYPES = Map.of(
            "float", ValueType.FLOAT,
            "integer", ValueType.INTEGER,
            "unsigned", ValueType.FLOAT,
            "boolean", ValueType.BOOLEAN,
            "string", ValueType.TEXT);

    private final InfluxDbStatements statements;
    private final UnaryOperator<String> tierPlace;

    /** @param tierPlace the place of a tier in statements, such as {@code "weir_m5"} */
    InfluxDbCatalogue(InfluxDbStatements statements, UnaryOperator<String> tierPlace) {
        this.statements = statements;
        this.tierPlace = tierPlace;
    }

    /** The measurements with selected fields. */
    List<Measurement> measurements(
            Selection selection, Predicate<ValueType> isRead, Allowance allowance, Deadline deadline) {
        FieldReader reader = new FieldReader(selection, isRead, allowance);
        String place = selection.tier().map(tier -> tierPlace.apply(tier) + ".").orElse("");
        String of = place.isEmpty() ? "" : " FROM " + place + "/.*/";
        statements.run("SHOW FIELD KEYS" + of, deadline.left(), reader);
        List<Measurement> measurements = new ArrayList<>();
        reader.fields.forEach((measurement, fields) ->
                measurements.add(new Measurement(place, measurement, List.copyOf(fields.values()))));
        return measurements;
    }

    /** The selected fields: the server lists one of several types several times. */
    private static final class FieldReader implements InfluxDbStatements.Reader {
        private final Selection selection;
        private final Predicate<ValueType> isRead;
        private final Allowance allowance;
        private int count;
        /** By measurement and name. */
        private final Map<String, Map<String, Field>> fields = new LinkedHashMap<>();

        private String measurement = "";

        FieldReader(Selection selection, Predicate<ValueType> isRead, Allowance allowance) {
            this.isRead = isRead;
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
            String column = row.getText();
            InfluxDbStatements.cell(row);
            String type = row.getText();
            row.nextToken();
            ValueType known = TYPES.get(type);
            if (known != null && isRead.test(known) && InfluxQlNames.isField(column)) {
                selection.field(measurement, column).ifPresent(field -> add(new Field(field, column, Set.of(known))));
            }
        }

        private void add(Field field) {
            Map<String, Field> all = fields.computeIfAbsent(measurement, unseen -> new LinkedHashMap<>());
            count += all.containsKey(field.name()) ? 0 : 1;
            all.merge(field.name(), field, InfluxDbCatalogue::both);
            // All are in memory before the first series is.
            allowance.checkSeries(count);
        }
    }

    private static Field both(Field one, Field other) {
        Set<ValueType> types = EnumSet.copyOf(one.types());
        types.addAll(other.types());
        return new Field(one.name(), one.column(), types);
    }
}
