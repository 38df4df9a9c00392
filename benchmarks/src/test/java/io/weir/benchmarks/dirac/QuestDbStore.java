package io.weir.benchmarks.dirac;

import io.weir.benchmarks.harness.QuestDbProcess;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;

/** A QuestDB in a process of its own. */
record QuestDbStore(QuestDbProcess process) implements Store {

    static QuestDbStore start() throws IOException, InterruptedException {
        return new QuestDbStore(QuestDbProcess.start());
    }

    @Override
    public String url() {
        return process.url();
    }

    @Override
    public long records() throws IOException, InterruptedException {
        process.awaitApplied();
        return process.count("SELECT count() FROM " + WmsHistory.NAME);
    }

    @Override
    public Optional<PlotApi> direct() {
        return Optional.of(new RowsApi(process.http(), "/exec?query=", "dataset", QuestDbStore::query));
    }

    private static String query(Plot plot, Span span) {
        return "SELECT line, time::timestamp::long / 1000000 second, jobs FROM (SELECT " + plot.by()
                + " line, timestamp time, sum(Jobs) / " + span.roundsPerStep() + ".0 jobs FROM " + WmsHistory.NAME
                + " WHERE " + plot.where("%s = '%s'", " AND ") + " AND timestamp >= " + time(span.from())
                + " AND timestamp < " + time(span.to()) + " SAMPLE BY " + span.step() + "s ALIGN TO CALENDAR)";
    }

    private static String time(long second) {
        return "'" + Instant.ofEpochSecond(second) + "'";
    }

    @Override
    public void close() {
        process.close();
    }
}
