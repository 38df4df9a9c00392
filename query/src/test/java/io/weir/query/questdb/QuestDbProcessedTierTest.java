package io.weir.query.questdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.query.eval.SampleLines;
import io.weir.query.series.SeriesStore;
import io.weir.query.store.StatementLog;
import io.weir.query.store.StoreProcessedTiers;
import io.weir.writer.testing.EmbeddedQuestDb;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class QuestDbProcessedTierTest extends StoreProcessedTiers {
    @SuppressWarnings("NullAway.Init")
    private EmbeddedQuestDb server;

    @Override
    protected void start(Path directory, String lines) throws Exception {
        server = new EmbeddedQuestDb(directory).start();
        SampleLines.write(http() + "/write?precision=n", lines);
        for (String each : TABLES) {
            assertThat(server.rows("SELECT count() FROM " + each)
                            .path(0)
                            .path(0)
                            .asInt())
                    .isOne();
        }
    }

    @Override
    protected SeriesStore store() {
        return new QuestDbSeries(http(), Optional.empty());
    }

    private String http() {
        return server.url().replace("questdb:", "http:");
    }

    @Override
    protected void end() {
        server.close();
    }

    /** The labels of all rows of all times would take long. */
    @Test
    void catalogueShowsWhetherATierHasAField() throws IOException {
        try (StatementLog log = new StatementLog(http())) {
            SeriesStore logged = new QuestDbSeries(log.http(), Optional.empty());
            assertThat(windows(logged, "{__name__=~\"lo.*\",host=\"b\"}", 0, TIME))
                    .isPresent();
            assertThat(windows(logged, "{__name__=~\"none.*\"}", 0, TIME)).isEmpty();
            assertThat(log.statements())
                    .anyMatch(each -> each.contains("FROM+\"load_m5\""))
                    .noneMatch(each -> each.contains("count("));
        }
    }
}
