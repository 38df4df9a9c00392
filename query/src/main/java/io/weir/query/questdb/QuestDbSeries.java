package io.weir.query.questdb;

import io.weir.query.naming.Selection;
import io.weir.query.promql.Matcher;
import io.weir.query.series.Allowance;
import io.weir.query.series.Labels;
import io.weir.query.series.Series;
import io.weir.query.series.SeriesStore;
import io.weir.query.store.Deadline;
import io.weir.query.store.FoundSeries;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** The series of a QuestDB. Each answer reads the catalogue anew, so that new tables and columns are found. */
public final class QuestDbSeries implements SeriesStore {
    /** The last whole second that 64 bits of nanoseconds hold. */
    private static final long LATEST = Long.MAX_VALUE / 1_000_000_000 * 1_000;

    private final QuestDbSql sql;
    private final QuestDbCatalogue catalogue;

    /**
     * Does not connect yet.
     *
     * @param http the address, such as {@code http://127.0.0.1:9000}
     * @param authorization the value of the header Authorization
     */
    public QuestDbSeries(String http, Optional<String> authorization) {
        sql = new QuestDbSql(http, authorization);
        catalogue = new QuestDbCatalogue(sql);
    }

    @Override
    public List<Series> select(List<Matcher> matchers, long from, long to, Allowance allowance) {
        Selection selection = new Selection(matchers);
        Deadline deadline = new Deadline(allowance.time());
        FoundSeries found = new FoundSeries(allowance);
        for (QuestDbTable table : tables(selection, from, to, deadline)) {
            sql.run(
                    table.samples(selection, first(from), last(to)),
                    deadline.left(),
                    new SampleRows(table, selection, found));
        }
        return found.sorted();
    }

    @Override
    public List<Labels> list(List<Matcher> matchers, long from, long to, Allowance allowance) {
        Selection selection = new Selection(matchers);
        Deadline deadline = new Deadline(allowance.time());
        // Two fields of one name are one entry: only their samples cannot be told apart.
        SortedSet<Labels> found = new TreeSet<>();
        for (QuestDbTable table : tables(selection, from, to, deadline)) {
            RowLabels labels = new RowLabels(table, selection);
            sql.run(table.series(selection, first(from), last(to)), deadline.left(), row -> {
                labels.readTags(row);
                for (int i = 0; i < table.fields().size(); i++) {
                    row.nextToken();
                    if (row.getLongValue() > 0 && labels.areSelected()) {
                        found.add(labels.of(table.fields().get(i)));
                    }
                }
                row.nextToken();
                allowance.checkSeries(found.size());
            });
        }
        return List.copyOf(found);
    }

    private List<QuestDbTable> tables(Selection selection, long from, long to, Deadline deadline) {
        // Reads the catalogue in any case: a store that is away is no empty answer.
        List<QuestDbTable> tables = catalogue.tables(selection, deadline);
        return last(to) < first(from)
                ? List.of()
                : tables.stream().flatMap(each -> each.parts().stream()).toList();
    }

    /** QuestDB has no times before 1970. */
    private static long first(long from) {
        return Math.max(0, from);
    }

    private static long last(long to) {
        return Math.min(LATEST, to);
    }
}
