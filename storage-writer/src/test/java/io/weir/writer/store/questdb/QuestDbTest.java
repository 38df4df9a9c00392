package io.weir.writer.store.questdb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.writer.store.Connections;
import io.weir.writer.store.Reply;
import io.weir.writer.stores.StoreCatalog;
import io.weir.writer.testing.EmbeddedQuestDb;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QuestDbTest {

    /** A line is not refused because its table was dropped, or because the store is starting. */
    @Test
    void aTableThatIsGoneIsMadeAgain(@TempDir Path directory) {
        byte[] other = "other value=1 1000000000".getBytes(UTF_8);
        byte[] gone = "gone value=2 1000000000".getBytes(UTF_8);
        try (EmbeddedQuestDb questDb = new EmbeddedQuestDb(directory).start();
                QuestDb store = new QuestDb(
                        (QuestDbUrl) StoreCatalog.BUILT_IN.parse(questDb.url()),
                        Optional.empty(),
                        new Connections(Duration.ofSeconds(30)),
                        10)) {
            questDb.exec("CREATE TABLE gone (timestamp TIMESTAMP) TIMESTAMP(timestamp) PARTITION BY DAY WAL");
            assertThat(store.prepare(other, other.length, QuestDbTest::fail)).isEqualTo(Reply.STORED);
            questDb.exec("DROP TABLE gone");

            assertThat(store.prepare(gone, gone.length, QuestDbTest::fail)).isInstanceOf(Reply.Away.class);
            assertThat(store.prepare(gone, gone.length, QuestDbTest::fail)).isEqualTo(Reply.STORED);
            assertThat(store.write(gone, 0, gone.length)).isEqualTo(Reply.STORED);
            assertThat(questDb.rows("SELECT value FROM gone").toString()).isEqualTo("[[2.0]]");
        }
    }

    private static void fail(int from, int to, String reason) {
        assertThat(reason).isNull();
    }

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
                        (QuestDbUrl) StoreCatalog.BUILT_IN.parse(questDb.url()),
                        Optional.empty(),
                        new Connections(Duration.ofSeconds(30)),
                        2)) {
            assertThat(store.prepare(lines, lines.length, QuestDbTest::fail)).isEqualTo(Reply.STORED);
            assertThat(store.write(lines, 0, lines.length)).isEqualTo(Reply.STORED);

            assertThat(questDb.rows("SELECT host, value FROM seen ORDER BY host")
                            .toString())
                    .isEqualTo("[[\"a\",1.0],[\"b\",2.0],[\"c\",3.0],[\"d\",4.0],[\"e\",5.0]]");
        }
    }
}
