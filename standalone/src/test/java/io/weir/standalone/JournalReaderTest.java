package io.weir.standalone;

import static io.weir.standalone.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.contract.rule.match.WordFilter;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.MissedRecords;
import io.weir.contract.service.RejectedRecords;
import io.weir.contract.topic.TopicCreator;
import io.weir.contract.topic.Topics;
import io.weir.dashboard.journal.Journal;
import io.weir.dashboard.journal.Journal.Query;
import io.weir.dashboard.journal.Journal.Reach;
import io.weir.dashboard.journal.JournalEntry;
import io.weir.dashboard.kafka.JournalReader;
import io.weir.standalone.embedded.EmbeddedBroker;
import io.weir.writer.testing.FreePorts;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The journal that a reader fills from {@code alarms.events} in a real Kafka. */
class JournalReaderTest {

    @Test
    void aRestartReadsTheLatestTransitionsAndReportsEarlierOnes(@TempDir Path directory) {
        try (EmbeddedBroker broker = EmbeddedBroker.start(directory, FreePorts.next(), FreePorts.next());
                TestTopics topics = new TestTopics(broker)) {
            KafkaSettings kafka = new KafkaSettings(broker.bootstrap(), Map.of(), new Topics("a."), 1, (short) 1);
            try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrap()))) {
                TopicCreator.ensure(admin, kafka.declarations());
            }
            topics.send("a.alarms.events", event(1));
            topics.send("a.alarms.events", "no JSON".getBytes(UTF_8));
            topics.send("a.alarms.events", event(2));
            MissedRecords missed =
                    new MissedRecords("dashboard", new SimpleMeterRegistry(), new RejectedRecords("dashboard", kafka));
            Journal first = new Journal(10);
            try (JournalReader reader = new JournalReader(kafka, first, missed)) {
                assertThat(first.reach().complete()).isFalse();
                reader.start();
                eventually("it has read all", () -> first.reach().complete());
                assertThat(alarms(first)).containsExactly("hot/flp2", "hot/flp1");
                assertThat(first.reach().hasEarlier()).isFalse();

                topics.send("a.alarms.events", event(3));
                eventually("it follows", () -> alarms(first).contains("hot/flp3"));
            }
            topics.send("a.alarms.events", event(4));
            Journal second = new Journal(2);
            try (JournalReader reader = new JournalReader(kafka, second, missed)) {
                reader.start();
                eventually("it has read all", () -> second.reach().complete());
            }
            assertThat(alarms(second)).containsExactly("hot/flp4", "hot/flp3");
            assertThat(second.reach()).isEqualTo(new Reach(2, 2, 3_000L, true, true));
        }
    }

    private static List<String> alarms(Journal journal) {
        return journal.find(new Query(new WordFilter(""), 0, Long.MAX_VALUE, Long.MAX_VALUE, 10)).entries().stream()
                .map(JournalEntry::alarm)
                .toList();
    }

    private static byte[] event(int number) {
        return """
                {"id":"hot/flp%1$d","transition":"hot/flp%1$d#1","rule":"hot","ruleVersion":"v1","to":"UNACKNOWLEDGED",\
                "severity":"MAJOR","value":97.5,"threshold":95.0,"message":"hot","guidance":"","tags":{},\
                "eventTime":"1970-01-01T00:00:0%1$dZ","decisionTime":"1970-01-01T00:00:0%1$dZ"}""".formatted(number).getBytes(UTF_8);
    }
}
