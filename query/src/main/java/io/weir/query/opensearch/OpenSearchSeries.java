package io.weir.query.opensearch;

import io.weir.query.series.Allowance;
import io.weir.query.series.Deadline;
import io.weir.query.series.LastSink;
import io.weir.query.series.ValueSink;
import io.weir.query.series.WindowQuery;
import io.weir.query.store.CatalogueQuery;
import io.weir.query.store.FoundLabels;
import io.weir.query.store.FoundSeries;
import io.weir.query.store.LabelRows;
import io.weir.query.store.NanoTimes;
import io.weir.query.store.SampleRows;
import io.weir.query.store.TableQuery;
import io.weir.query.store.ValueRows;
import io.weir.query.store.WindowTables;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The series in a group of indices of OpenSearch or Elasticsearch. */
public final class OpenSearchSeries extends WindowTables<SearchTable> {
    private final SearchCatalogue catalogue;
    private final DocumentReader documents;
    private final LabelReader labels;
    private final WindowReader windows;

    /**
     * Does not connect yet.
     *
     * @param http the address, such as {@code http://127.0.0.1:9200}
     * @param prefix the start of the names of indices
     * @param authorization the value of the header Authorization
     */
    public OpenSearchSeries(String http, String prefix, Optional<String> authorization) {
        super(Conditions.EARLIEST_MILLI, NanoTimes.LAST_MILLI);
        SearchCalls calls = new SearchCalls(http, authorization);
        catalogue = new SearchCatalogue(calls, prefix);
        documents = new DocumentReader(calls);
        labels = new LabelReader(calls);
        windows = new WindowReader(calls);
    }

    @Override
    protected List<SearchTable> tables(CatalogueQuery query, Allowance allowance, Deadline deadline) {
        return catalogue.tables(query, allowance, deadline).stream()
                .flatMap(each -> each.parts().stream())
                .toList();
    }

    @Override
    protected Stream<String> metricsOf(SearchTable table) {
        return table.columns().metrics();
    }

    @Override
    protected void readSamples(SearchTable table, TableQuery query, FoundSeries found) {
        documents.samples(table, query, new SampleRows(table.columns(), NanoTimes.PER_MILLI, query.selection(), found));
    }

    @Override
    protected void readValues(SearchTable table, TableQuery query, ValueSink sink) {
        documents.values(table, query, new ValueRows(table.columns(), NanoTimes.PER_MILLI, query.selection(), sink));
    }

    @Override
    protected void readLabels(SearchTable table, TableQuery query, FoundLabels found) {
        labels.read(table, query, new LabelRows(table.columns(), query.selection(), found));
    }

    @Override
    protected boolean readWindowsOf(
            SearchTable table, TableQuery statement, WindowQuery query, long step, ValueSink sink) {
        return windows.windows(table, statement, step, query.mostSeries(), sink);
    }

    @Override
    protected void readLastOf(SearchTable table, TableQuery statement, WindowQuery query, LastSink sink) {
        windows.last(table, statement, sink);
    }
}
