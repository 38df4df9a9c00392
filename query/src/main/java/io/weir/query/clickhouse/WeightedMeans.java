package io.weir.query.clickhouse;

import io.weir.query.naming.TierNames;
import io.weir.query.series.RangeStatistic;
import io.weir.query.series.ValueType;
import io.weir.query.store.TableField;
import io.weir.query.store.TableQuery;
import java.util.ArrayList;
import java.util.List;

/** The statement that computes windows from the windows of a tier. Each mean is weighted by its number of values. */
final class WeightedMeans {
    /** Characters of a field in a statement, besides its name, which may occur twice. */
    private static final int LENGTH_BESIDE_NAME = 500;

    private WeightedMeans() {}

    /** The parts of a table with one statement each. */
    static List<ClickHouseTable> parts(ClickHouseTable table) {
        return table.parts(LENGTH_BESIDE_NAME);
    }

    /** As {@link ClickHouseTable#windows(TableQuery, long, int)}, of a table whose fields are means. */
    static String statement(ClickHouseTable means, TableQuery query, long step, int mostRows) {
        List<TableField> columns = new ArrayList<>();
        List<Integer> places = new ArrayList<>();
        for (TableField mean : means.columns().fields()) {
            places.add(columns.size());
            columns.add(mean);
            String number = TierNames.column(mean.name(), RangeStatistic.COUNT);
            if (means.exact().contains(number)) {
                columns.add(new TableField(mean.name(), number, ValueType.INTEGER));
            }
        }
        ClickHouseTable read = means.with(columns);
        return read.windows(query, step, mostRows, places.stream().map(place -> ofWindow(read, place)));
    }

    /** The weighted mean; the mean of the means if none has a number of values. */
    private static String ofWindow(ClickHouseTable read, int mean) {
        List<TableField> columns = read.columns().fields();
        boolean hasNumber = mean + 1 < columns.size()
                && columns.get(mean + 1).name().equals(columns.get(mean).name());
        if (!hasNumber) {
            return read.ofWindow(mean);
        }
        String number = "toFloat64(" + read.field(mean + 1) + ")";
        String isWeighted = read.isNumber(mean) + " AND " + read.isNumber(mean + 1);
        String numbers = "sumIf(" + number + ", " + isWeighted + ")";
        return "if(ifNull(" + numbers + ", 0) > 0, sumIf(toFloat64(" + read.field(mean) + ") * " + number + ", "
                + isWeighted + ") / " + numbers + ", " + read.ofWindow(mean) + ")";
    }
}
