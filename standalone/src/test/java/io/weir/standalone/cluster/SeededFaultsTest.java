package io.weir.standalone.cluster;

import static io.weir.standalone.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmJson;
import io.weir.standalone.TestTopics;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The account of {@link FaultHistoryTest} can fail: it finds mistakes that are put into the store and
 * the alarms of a farm after a load. Totals are right in spite of each mistake, so that only a
 * comparison of the parts finds it. {@link StoredBodiesTest}, {@link TransitionOracleTest} and
 * {@link WindowOracleTest} show the same without a farm.
 */
@Tag("nightly")
class SeededFaultsTest {
    private static final int HOSTS = 20;
    private static final int LOST = 10;
    private static final int REPEATED = 30;

    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final String host = "h" + new Random(seed).nextInt(HOSTS);
    private final Farm farm;

    SeededFaultsTest(@TempDir Path directory) throws IOException {
        farm = new Farm(directory, 1).createTopics();
    }

    @AfterEach
    void close() {
        farm.close();
    }

    @Test
    void mistakesInTheStoreAndTheAlarmsAreFound() throws Exception {
        farm.start();
        try (FarmLoad load = new FarmLoad(farm.inputPort(), HOSTS)) {
            eventually("alarms were raised and cleared", () -> load.accepted() > 70);
            load.end();
            farm.account().check(load);

            AlarmEvent missing = loseFirstTransition();
            AlarmEvent repeated = repeatLastTransition();
            assertThatThrownBy(() -> farm.account().check(load))
                    .as("seed %d", seed)
                    .hasMessageContainingAll("transitions of alarms", missing.id() + ": ", repeated.id() + ": ");

            loseWindow();
            assertThatThrownBy(() -> farm.account().check(load))
                    .as("seed %d", seed)
                    .hasMessageContaining("sums and counts by window");

            loseLineAndRepeatAnother();
            assertThatThrownBy(() -> farm.account().check(load))
                    .as("seed %d", seed)
                    .hasMessageContainingAll("stored lines by body", "body " + LOST + ": ", "body " + REPEATED + ": ");
        }
    }

    private AlarmEvent loseFirstTransition() throws Exception {
        try (TestTopics topics = new TestTopics(farm.brokers().bootstrap())) {
            ConsumerRecord<byte[], byte[]> first =
                    topics.readNow(Farm.TOPICS.events()).get(0);
            farm.brokers()
                    .admin()
                    .deleteRecords(Map.of(
                            new TopicPartition(first.topic(), first.partition()),
                            RecordsToDelete.beforeOffset(first.offset() + 1)))
                    .all()
                    .get();
            return AlarmJson.readEvent(first.value());
        }
    }

    private AlarmEvent repeatLastTransition() {
        try (TestTopics topics = new TestTopics(farm.brokers().bootstrap())) {
            List<ConsumerRecord<byte[], byte[]>> events = topics.readNow(Farm.TOPICS.events());
            ConsumerRecord<byte[], byte[]> last = events.get(events.size() - 1);
            topics.send(new ProducerRecord<>(last.topic(), last.partition(), last.key(), last.value()));
            return AlarmJson.readEvent(last.value());
        }
    }

    /** One series lacks a window; the others have it. */
    private void loseWindow() {
        String window = farm.account().questDb().value("select distinct timestamp from cpu_1s order by 1 limit 2, 3");
        replace(
                "cpu_1s",
                "select * from cpu_1s where not (hostname = '%s' and timestamp = '%s')".formatted(host, window));
    }

    /** The number of lines stays the same. */
    private void loseLineAndRepeatAnother() {
        replace("cpu", """
                select hostname, value, n, timestamp from cpu where not (hostname = '%1$s' and n = %2$d)
                union all
                select hostname, value + 1, n, timestamp from cpu where hostname = '%1$s' and n = %3$d
                """.formatted(host, LOST, REPEATED));
    }

    private void replace(String table, String rows) {
        for (String statement : List.of(
                "create table copied as (" + rows + ")", "drop table " + table, "rename table copied to " + table)) {
            assertThat(farm.account().questDb().exec(statement).path("error").asText())
                    .as(statement)
                    .isEmpty();
        }
    }
}
