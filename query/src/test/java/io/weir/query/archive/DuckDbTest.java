package io.weir.query.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.query.series.EvaluationException;
import io.weir.query.series.EvaluationException.Reason;
import io.weir.query.series.ValueSink;
import io.weir.query.series.ValueType;
import io.weir.query.store.StoreJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Statements end in time, with bounded memory, and read nothing but the archive. */
class DuckDbTest {
    private final Path directory;
    private final Path archive;
    private final ArchivedLines lines;

    DuckDbTest(@TempDir Path directory) {
        this.directory = directory;
        archive = directory.resolve("archive");
        lines = new ArchivedLines(archive);
    }

    @Test
    void readingEndsAtTheDeadlineOrByAnInterrupt() throws Exception {
        lines.write("cpu v=1@0");
        DuckDb duckDb = new DuckDb(archive);
        String endless = "SELECT count(*) FROM range(1000000000000) WHERE range % 7 = 3";
        assertThatThrownBy(() -> duckDb.run(endless, Duration.ofMillis(200), row -> {}))
                .isInstanceOfSatisfying(
                        EvaluationException.class, e -> assertThat(e.reason()).isEqualTo(Reason.TIMEOUT));
        String rows = "SELECT range FROM range(1000000000000)";
        assertThatThrownBy(() -> duckDb.run(rows, Duration.ofMillis(200), row -> row.skipChildren()))
                .isInstanceOfSatisfying(
                        EvaluationException.class, e -> assertThat(e.reason()).isEqualTo(Reason.TIMEOUT));
        Thread thread = Thread.currentThread();
        for (String statement : List.of(endless, rows)) {
            Thread stop = new Thread(thread::interrupt);
            stop.start();
            assertThatThrownBy(() -> duckDb.run(statement, Duration.ofMinutes(5), row -> row.skipChildren()))
                    .isInstanceOfSatisfying(EvaluationException.class, e -> assertThat(e.reason())
                            .isEqualTo(Reason.CANCELLED));
            assertThat(Thread.interrupted()).isTrue();
            stop.join();
        }
    }

    @Test
    void memoryIsBounded() throws Exception {
        lines.write("cpu v=1@0");
        DuckDb duckDb = new DuckDb(archive, 100);
        assertThatThrownBy(() ->
                        duckDb.run("SELECT list(range) FROM range(100000000)", ArchivedLines.PLENTY.time(), row -> {}))
                .isInstanceOfSatisfying(
                        EvaluationException.class, e -> assertThat(e.reason()).isEqualTo(Reason.EXECUTION))
                .hasMessage(
                        "the queries of the archive " + archive + " need more than the 100 MiB that they have together;"
                                + " select fewer series or a shorter range");
        List<String> rows = new ArrayList<>();
        duckDb.run("SELECT 'next'", ArchivedLines.PLENTY.time(), row -> rows.add(StoreJson.nextText(row)));
        assertThat(rows).containsExactly("next");
    }

    /** A statement is made of data that others send. */
    @Test
    void otherFilesAreNotRead() throws IOException {
        lines.write("cpu v=1@0");
        Path other = Files.writeString(directory.resolve("secret"), "secret");
        DuckDb duckDb = new DuckDb(archive);
        for (String statement : List.of(
                "SELECT * FROM read_text('" + other + "')",
                "SELECT * FROM read_text('" + archive + "/../secret')",
                "COPY (SELECT 1) TO '" + other + "'",
                "INSTALL httpfs",
                "SET enable_external_access = true")) {
            assertThatThrownBy(() -> duckDb.run(statement, ArchivedLines.PLENTY.time(), row -> {}))
                    .as(statement)
                    .isInstanceOf(EvaluationException.class);
        }
        assertThat(Files.readString(other)).isEqualTo("secret");
    }

    /** A client that reads slowly holds its statement. */
    @Test
    void slowClientsOfRawValuesDelayNoQuery() throws Exception {
        lines.write("cpu v=1@0");
        DuckDb duckDb = new DuckDb(archive);
        ArchiveSeries source = new ArchiveSeries(duckDb);
        CountDownLatch reading = new CountDownLatch(2);
        CountDownLatch end = new CountDownLatch(1);
        ExecutorService clients = Executors.newFixedThreadPool(2);
        try {
            for (int i = 0; i < 2; i++) {
                clients.execute(() -> source.read(
                        ArchivedLines.metric("cpu_v"),
                        ArchivedLines.TIME,
                        ArchivedLines.TIME,
                        ArchivedLines.PLENTY.time(),
                        new SlowClient(reading, end)));
            }
            assertThat(reading.await(1, TimeUnit.MINUTES)).isTrue();
            assertThat(ArchivedLines.answer(source, "sum_over_time(cpu_v[2h])")).isEqualTo(Map.of("{}", 1.0));
            assertThatThrownBy(() -> duckDb.stream("SELECT 1", Duration.ofMillis(100), row -> row.skipChildren()))
                    .isInstanceOfSatisfying(EvaluationException.class, e -> assertThat(e.reason())
                            .isEqualTo(Reason.TIMEOUT));
        } finally {
            end.countDown();
            clients.shutdown();
            assertThat(clients.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
        }
    }

    /** Waits in the first row. */
    private record SlowClient(CountDownLatch reading, CountDownLatch end) implements ValueSink {
        @Override
        public void row(String measurement, Map<String, String> tags, long nanos) {
            reading.countDown();
            try {
                end.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public void value(String field, ValueType type, String text) {
            // It reads nothing else.
        }
    }
}
