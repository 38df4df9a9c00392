package io.weir.writer.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.writer.store.StoreUrl.QuestDbUrl;
import io.weir.writer.testing.EmbeddedQuestDb;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QuestDbTest {

    @Test
    void moreSeriesThanItRemembersAreStored(@TempDir Path directory) {
        byte[] lines = """
                seen,host=a value=1 1000000000
                seen,host=b value=2 1000000000
                seen,host=c value=3 1000000000
                seen,host=d value=4 1000000000
                seen,host=e value=5 1000000000
                """.getBytes(UTF_8);
        try (EmbeddedQuestDb questDb = new EmbeddedQuestDb(directory).start();
                QuestDb store = new QuestDb(
                        (QuestDbUrl) StoreUrl.parse(questDb.url()),
                        Optional.empty(),
                        new Connections(Duration.ofSeconds(30)),
                        2)) {
            assertThat(store.prepare(lines, lines.length, (from, to, reason) -> assertThat(reason)
                            .isNull()))
                    .isEqualTo(Reply.STORED);
            assertThat(store.write(lines, 0, lines.length)).isEqualTo(Reply.STORED);

            assertThat(questDb.rows("SELECT host, value FROM seen ORDER BY host")
                            .toString())
                    .isEqualTo("[[\"a\",1.0],[\"b\",2.0],[\"c\",3.0],[\"d\",4.0],[\"e\",5.0]]");
        }
    }
}
