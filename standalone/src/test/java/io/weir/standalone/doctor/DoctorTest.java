package io.weir.standalone.doctor;

import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.weir.contract.config.TrustedAuthorities;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.topic.TopicCreator;
import io.weir.contract.topic.TopicDeclaration;
import io.weir.contract.topic.Topics;
import io.weir.standalone.ExampleStore;
import io.weir.standalone.doctor.Finding.Verdict;
import io.weir.standalone.embedded.EmbeddedBroker;
import io.weir.writer.testing.FreePorts;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The doctor with a real Kafka. */
class DoctorTest {
    private static EmbeddedBroker broker;
    private static Admin admin;

    @BeforeAll
    static void startKafka(@TempDir Path directory) {
        broker = EmbeddedBroker.start(directory, FreePorts.next(), FreePorts.next());
        admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrap()));
    }

    @AfterAll
    static void stopKafka() {
        admin.close();
        broker.close();
    }

    @Test
    void topicsAsWeirMakesThemAreFine() {
        KafkaSettings kafka = kafka("fine.");
        TopicCreator.ensure(admin, kafka.declarations());

        List<Finding> findings =
                KafkaCheck.of(kafka, KafkaFacts.read(kafka, Optional.of("writer")), Optional.of("writer"));

        assertThat(findings).hasSize(kafka.declarations().size() + 3).allMatch(each -> each.verdict() == Verdict.OK);
    }

    @Test
    void topicsThatSomebodyChangedAreNamedWithTheRemedy() throws Exception {
        KafkaSettings kafka = kafka("changed.");
        Topics topics = kafka.topics();
        admin.createTopics(List.of(
                        new NewTopic(topics.raw(), 5, (short) 1)
                                .configs(Map.of("max.message.bytes", "500000", "retention.ms", "60000")),
                        new NewTopic(topics.state(), 1, (short) 1),
                        new NewTopic(topics.events(), 3, (short) 1)))
                .all()
                .get();
        TopicDeclaration storage = kafka.declarations().stream()
                .filter(each -> each.name().equals(topics.storage()))
                .findAny()
                .orElseThrow();
        TopicCreator.ensure(admin, List.of(storage));
        admin.incrementalAlterConfigs(Map.of(
                        new ConfigResource(ConfigResource.Type.TOPIC, topics.storage()),
                        List.of(new AlterConfigOp(
                                new ConfigEntry("min.insync.replicas", "2"), AlterConfigOp.OpType.SET))))
                .all()
                .get();

        Map<String, List<Finding>> found =
                KafkaCheck.of(kafka, KafkaFacts.read(kafka, Optional.empty()), Optional.empty()).stream()
                        .collect(groupingBy(Finding::about));

        assertThat(found.get("topic changed.metrics.raw"))
                .extracting(each -> each.verdict() + " " + each.says().replaceAll(":.*", ""))
                .contains(
                        "ERROR has 5 partitions, not 2",
                        "ERROR max.message.bytes=500000, less than 1048588",
                        "WARNING retention.ms=60000, less than 86400000");
        assertThat(found.get("topic changed.alarms.state")).anySatisfy(each -> {
            assertThat(each.verdict()).isEqualTo(Verdict.ERROR);
            assertThat(each.says()).startsWith("cleanup.policy=delete, not compact");
            assertThat(each.remedy())
                    .isEqualTo(
                            "kafka-configs.sh --bootstrap-server HOST:PORT --alter --entity-type topics --entity-name"
                                    + " changed.alarms.state --add-config cleanup.policy=compact");
        });
        assertThat(found.get("topic changed.alarms.events"))
                .anySatisfy(each -> assertThat(each.says()).isEqualTo("has 3 partitions, not 1"));
        assertThat(found.get("topic changed.metrics.storage")).singleElement().satisfies(each -> assertThat(each.says())
                .isEqualTo("min.insync.replicas=2, more than its 1 replicas: nothing can be written"));
        assertThat(found.get("topic changed.weir.rules")).singleElement().satisfies(each -> assertThat(each.says())
                .startsWith("does not exist"));
    }

    @Test
    void threeBrokersAreMeantToLoseOne() {
        TopicDeclaration declared = new TopicDeclaration("t", 1, (short) 1, Map.of());

        assertThat(TopicsCheck.of(List.of(declared), Map.of("t", topic(1, 0, 0, "1")), 3))
                .singleElement()
                .satisfies(each -> assertThat(each.says()).isEqualTo("has 1 replicas, and there are 3 brokers"));
        assertThat(TopicsCheck.of(List.of(declared), Map.of("t", topic(3, 0, 0, "1")), 3))
                .singleElement()
                .satisfies(each -> assertThat(each.remedy()).endsWith("--add-config min.insync.replicas=2"));
        assertThat(TopicsCheck.of(List.of(declared), Map.of("t", topic(3, 0, 0, "2")), 3))
                .singleElement()
                .satisfies(each -> assertThat(each.verdict()).isEqualTo(Verdict.OK));
        assertThat(TopicsCheck.of(List.of(declared), Map.of("t", topic(3, 0, 1, "2")), 3))
                .singleElement()
                .satisfies(each -> assertThat(each.verdict()).isEqualTo(Verdict.WARNING));
        assertThat(TopicsCheck.of(List.of(declared), Map.of("t", topic(3, 1, 1, "2")), 3))
                .singleElement()
                .satisfies(each -> assertThat(each.verdict()).isEqualTo(Verdict.ERROR));
    }

    @Test
    void theCommandPrintsTextAndJson() throws Exception {
        StringWriter out = new StringWriter();
        String nobody = "127.0.0.1:" + FreePorts.next();

        int code = run(out, "--bootstrap=" + nobody, "--store=questdb://" + nobody, "--json");

        assertThat(code).isEqualTo(1);
        JsonNode findings = new ObjectMapper().readTree(out.toString());
        assertThat(findings).anySatisfy(each -> {
            assertThat(each.path("about").asText()).isEqualTo("Kafka " + nobody);
            assertThat(each.path("verdict").asText()).isEqualTo("ERROR");
            assertThat(each.path("remedy").asText()).contains("--bootstrap");
        });
        assertThat(findings).anySatisfy(each -> {
            assertThat(each.path("about").asText()).isEqualTo("store questdb://" + nobody);
            assertThat(each.path("verdict").asText()).isEqualTo("ERROR");
        });

        StringWriter lines = new StringWriter();
        assertThat(run(lines, "--host-only")).isZero();
        assertThat(lines.toString()).contains("net.core.rmem_max: ", "clock: ", "open files: ", "directory ");
    }

    @Test
    void theStoreOfAPluginIsReached(@TempDir Path directory) throws Exception {
        ExampleStore store = new ExampleStore(directory);
        store.addBroken();
        String[] arguments = {
            "--bootstrap=" + broker.bootstrap(), "--store=" + store.url(), "--plugins=" + store.plugins()
        };
        StringWriter running = new StringWriter();
        run(running, arguments);
        store.close();
        StringWriter ended = new StringWriter();
        run(ended, arguments);

        assertThat(running.toString())
                .contains("ok       store " + store.url()
                        + ": accepts connections; no write was tried: it belongs to lines.jar")
                .contains("warning  plugins " + store.plugins() + ": has no store in broken.jar");
        assertThat(store.received()).isEmpty();
        assertThat(ended.toString()).contains("error    store " + store.url() + ": does not answer: ");
    }

    private static int run(StringWriter out, String... arguments) {
        return new CommandLine(new DoctorCommand((service, file) -> new TrustedAuthorities()))
                .setOut(new PrintWriter(out))
                .execute(arguments);
    }

    private static TopicFacts topic(int replication, int leaderless, int outOfSync, String inSync) {
        return new TopicFacts("t", 1, replication, leaderless, outOfSync, Map.of("min.insync.replicas", inSync));
    }

    private static KafkaSettings kafka(String prefix) {
        return new KafkaSettings(broker.bootstrap(), Map.of(), new Topics(prefix), 2, (short) 1);
    }
}
