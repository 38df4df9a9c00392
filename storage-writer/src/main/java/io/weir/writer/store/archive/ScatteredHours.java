package io.weir.writer.store.archive;

import io.weir.contract.archive.Place;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Bounds the number of files of a range: lines with scattered times share one file of their measurement. */
final class ScatteredHours {
    /** A measurement has a file for so many hours, however few their lines are. */
    static final int MOST_HOURS = 48;
    /** More hours have a file of their own only with so many lines. */
    static final int FEWEST_LINES = 1_000;

    private ScatteredHours() {}

    /** Gathers tables with few lines of measurements that have many hours. Changes no table. */
    static List<Table> gathered(Collection<Table> tables) {
        Map<String, List<Table>> measurements = new LinkedHashMap<>();
        for (Table table : tables) {
            measurements
                    .computeIfAbsent(table.place().measurement(), name -> new ArrayList<>())
                    .add(table);
        }
        List<Table> gathered = new ArrayList<>();
        for (List<Table> hours : measurements.values()) {
            hours.sort(Comparator.comparingInt(Table::rows).reversed().thenComparing(table -> table.place()
                    .hour()));
            int own = Math.min(MOST_HOURS, hours.size());
            while (own < hours.size() && hours.get(own).rows() >= FEWEST_LINES) {
                own++;
            }
            gathered.addAll(hours.subList(0, own));
            if (own < hours.size()) {
                gathered.add(together(hours.subList(own, hours.size())));
            }
        }
        return gathered;
    }

    /** One table with the lines of several of one measurement. */
    static Table together(Collection<Table> tables) {
        Table common = new Table(new Place(tables.iterator().next().place().measurement(), Place.SCATTERED));
        tables.forEach(common::addAll);
        return common;
    }
}
