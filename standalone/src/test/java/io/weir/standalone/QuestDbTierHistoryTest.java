package io.weir.standalone;

import io.weir.writer.testing.EmbeddedQuestDb;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.io.TempDir;

/** The QuestDB of {@code weir up}. */
class QuestDbTierHistoryTest extends ProcessedTierHistory {
    @TempDir
    static Path directory = Path.of("");

    private @Nullable EmbeddedQuestDb store;

    @Override
    String url() {
        EmbeddedQuestDb running = store;
        if (running == null) {
            running = new EmbeddedQuestDb(directory).start();
            store = running;
        }
        return running.url();
    }

    @AfterAll
    void stop() {
        Objects.requireNonNull(store).close();
    }
}
