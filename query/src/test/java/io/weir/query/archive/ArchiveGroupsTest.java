package io.weir.query.archive;

import io.weir.query.series.RangeSource;
import io.weir.query.store.RowReader;
import io.weir.query.store.StoreGroups;
import io.weir.writer.testing.WrittenArchive;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

class ArchiveGroupsTest extends StoreGroups {
    private Path archive = Path.of("");

    @Override
    protected void start(Path directory, String lines) throws Exception {
        archive = directory.resolve("archive");
        WrittenArchive.write(archive, lines);
    }

    @Override
    protected String http() {
        return "";
    }

    @Override
    protected RangeSource store(String http) {
        return ArchiveSeries.of(archive);
    }

    @Override
    protected List<String> statements(Consumer<RangeSource> queries) {
        List<String> statements = new ArrayList<>();
        queries.accept(new ArchiveSeries(new DuckDb(archive) {
            @Override
            void run(String statement, Duration within, RowReader reader) throws FileGoneException {
                statements.add(statement);
                super.run(statement, within, reader);
            }
        }));
        return statements;
    }

    /** Times without files need no statement. */
    @Override
    protected int steps() {
        return 1;
    }

    @Override
    protected void end() {
        // The files are those of the test.
    }
}
