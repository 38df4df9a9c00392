package io.weir.standalone.alarms;

import static io.weir.standalone.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.alarming.AlarmingConfig;
import io.weir.alarming.AlarmingService;
import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.alarm.ControlAction;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.rule.Rules;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.topic.TopicCreator;
import io.weir.contract.topic.Topics;
import io.weir.standalone.TestTopics;
import io.weir.standalone.embedded.EmbeddedBroker;
import io.weir.writer.testing.FreePorts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The feedback loop over a real Kafka, with the control system of docs/alarms.md. */
class ControlSystemTest {

    private static final Topics TOPICS = new Topics("");
    private static final Rules RULES = Rules.fixed(RuleLoader.parse("rules.yaml", """
            version: 1
            alarms:
              - name: hot
                match: {measurement: temp}
                field: c
                major: {above: 80}
                action: {do: drain, arguments: {node: "{host}"}, confirm-within: 1s}
            """));

    @Test
    void confirmsWhatAlarmsAskForAndIsMissedWhenItDoesNot(@TempDir Path directory) throws Exception {
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        try (EmbeddedBroker broker =
                        EmbeddedBroker.start(directory.resolve("kafka"), FreePorts.next(), FreePorts.next());
                TestTopics records = new TestTopics(broker);
                CompiledExample example =
                        new CompiledExample("ControlSystem", Files.createDirectory(directory.resolve("classes")))) {
            KafkaSettings kafka = new KafkaSettings(broker.bootstrap(), Map.of(), TOPICS, 1, (short) 1);
            try (Admin admin = Admin.create(kafka.clientProperties())) {
                TopicCreator.ensure(admin, kafka.declarations());
            }
            AlarmingService alarming = new AlarmingService(
                    AlarmingConfig.defaults().withStateDirectory(directory.resolve("state")), RULES, kafka, meters);
            try {
                alarming.start();

                records.send(TOPICS.alarming(), "temp,host=a c=90 1".getBytes(UTF_8));
                eventually("nobody has confirmed it", () -> events(records).contains("weir-action/hot/a MAJOR"));
                assertThat(actions(records, 1)).containsExactly("DECIDED hot/a#1 {node=a}");

                Thread system = example.start(broker.bootstrap());
                eventually("it is confirmed late", () -> events(records).contains("weir-action/hot/a OK"));

                records.send(TOPICS.alarming(), "temp,host=b c=90 2".getBytes(UTF_8));
                eventually("both are confirmed", () -> done(meters) == 2);
                records.send(TOPICS.alarming(), "temp,host=a c=20 3".getBytes(UTF_8));
                assertThat(actions(records, 3))
                        .containsExactly(
                                "DECIDED hot/a#1 {node=a}", "DECIDED hot/b#1 {node=b}", "WITHDRAWN hot/a#1 {node=a}");
                system.interrupt();
                system.join();
            } finally {
                alarming.close();
            }
        }
    }

    private static double done(SimpleMeterRegistry meters) {
        Counter counter = meters.find("weir.alarming.action.replies")
                .tag("outcome", "DONE")
                .counter();
        return counter == null ? 0 : counter.count();
    }

    private static List<String> actions(TestTopics records, int count) {
        return records.read(TOPICS.actions(), count).stream()
                .map(record -> AlarmJson.readAction(record.value()))
                .map(ControlSystemTest::text)
                .toList();
    }

    private static String text(ControlAction action) {
        return action.kind() + " " + action.key() + " " + action.arguments();
    }

    private static List<String> events(TestTopics records) {
        return records.read(TOPICS.events(), 0).stream()
                .map(record -> AlarmJson.readEvent(record.value()))
                .map(ControlSystemTest::text)
                .toList();
    }

    private static String text(AlarmEvent event) {
        return event.id() + " " + event.severity();
    }
}
