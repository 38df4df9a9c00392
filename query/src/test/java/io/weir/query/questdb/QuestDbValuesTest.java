package io.weir.query.questdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.query.eval.SampleLines;
import io.weir.query.store.StoreWindows;
import io.weir.writer.testing.EmbeddedQuestDb;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

class QuestDbValuesTest extends StoreWindows<QuestDbSeries> {
    private @Nullable EmbeddedQuestDb running;

    @Override
    protected QuestDbSeries start(Path directory, String lines) throws Exception {
        EmbeddedQuestDb server = new EmbeddedQuestDb(directory).start();
        running = server;
        for (String each : MEASUREMENTS) {
            server.exec("CREATE TABLE '" + each
                    + "' (timestamp TIMESTAMP_NS, host SYMBOL, rack SYMBOL) TIMESTAMP(timestamp) PARTITION BY DAY WAL");
        }
        String http = server.url().replace("questdb:", "http:");
        SampleLines.write(http + "/write?precision=n", lines);
        for (String each : MEASUREMENTS) {
            assertThat(server.rows("SELECT count() FROM '" + each + "'")
                            .path(0)
                            .path(0)
                            .asInt())
                    .isPositive();
        }
        return new QuestDbSeries(http, Optional.empty());
    }

    @Override
    protected boolean hasFlags() {
        return false;
    }

    @Override
    protected void end() {
        if (running != null) {
            running.close();
        }
    }
}
