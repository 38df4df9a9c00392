package io.weir.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.Rules;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.topic.Rejection;
import io.weir.processing.ProcessingConfig;
import io.weir.processing.ProcessingService;
import io.weir.standalone.embedded.EmbeddedBroker;
import io.weir.writer.testing.FreePorts;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Processing after the deletion of unread records, or of its state. */
@Tag("long")
class LostStateTest {

    private final Path directory;
    private final EmbeddedBroker broker;
    private final TestTopics topics;
    private final KafkaSettings kafka;
    private final Admin admin;
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

    LostStateTest(@TempDir Path directory) {
        this.directory = directory;
        this.broker = EmbeddedBroker.start(directory.resolve("kafka"), FreePorts.next(), FreePorts.next());
        this.topics = new TestTopics(broker);
        this.kafka = KafkaSettings.defaults().withBootstrap(broker.bootstrap());
        this.admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrap()));
    }

    @AfterEach
    void close() {
        topics.close();
        admin.close();
        broker.close();
    }

    /** A hundred acknowledged lines are deleted by retention while processing is stopped. */
    @Test
    void recordsThatWereDeletedUnreadAreReportedExactly() throws Exception {
        runOnce("cpu value=0 1");
        for (int line = 0; line < 100; line++) {
            topics.send(kafka.topics().raw(), ("cpu value=1 " + (line + 2)).getBytes(UTF_8));
        }
        admin.deleteRecords(Map.of(new TopicPartition(kafka.topics().raw(), 0), RecordsToDelete.beforeOffset(101)))
                .all()
                .get();
        topics.send(kafka.topics().raw(), "cpu value=2 500".getBytes(UTF_8));

        try (ProcessingService processing = processing()) {
            processing.start();
            assertThat(topics.read(kafka.topics().storage(), 2))
                    .extracting(record -> new String(record.value(), UTF_8))
                    .containsExactly("cpu value=0 1\n", "cpu value=2 500\n");
            List<ConsumerRecord<byte[], byte[]>> told =
                    topics.read(kafka.topics().rejected(), 1);
            assertThat(Rejection.read(told.get(0).headers()))
                    .isEqualTo(new Rejection("processing", "retention-overtook", "metrics.raw/0/1-100", -1));
            assertThat(meters.get("weir_records_missed").counter().count()).isEqualTo(100);
        }
    }

    @Test
    void stateThatIsGoneIsRefusedUntilItIsGivenUp() throws Exception {
        runOnce("cpu value=0 1");
        List<String> changelogs = admin.listTopics().names().get().stream()
                .filter(each -> each.endsWith("-changelog"))
                .toList();
        assertThat(changelogs).hasSize(2);
        admin.deleteTopics(changelogs).all().get();

        try (ProcessingService processing = processing()) {
            processing.start();
            Eventually.eventually("it refuses", () -> !processing.health().live());
            assertThat(processing.health().detail())
                    .startsWith("state is missing for the offsets of group weir-processing: ")
                    .contains("weir-processing-series-changelog", "weir reset processing");
        }
        assertThat(reset()).contains("mark the offsets of group weir-processing", "nothing was done: add --yes");
        assertThat(reset("--yes")).endsWith("done: start processing\n");
        try (ProcessingService processing = processing()) {
            processing.start();
            Eventually.eventually("it runs", () -> processing.health().ready());
            topics.send(kafka.topics().raw(), "cpu value=2 500".getBytes(UTF_8));
            assertThat(topics.read(kafka.topics().storage(), 2)).hasSize(2);
        }
    }

    private String reset(String... options) {
        CommandLine weir = Weir.commandLine();
        StringWriter out = new StringWriter();
        weir.setOut(new PrintWriter(out, true));
        String[] line = new String[3 + options.length];
        line[0] = "reset";
        line[1] = "processing";
        line[2] = "--bootstrap=" + broker.bootstrap();
        System.arraycopy(options, 0, line, 3, options.length);
        assertThat(weir.execute(line)).isZero();
        return out.toString().replace("\r", "");
    }

    /** Processes a line, commits, and ends. */
    private void runOnce(String line) {
        try (ProcessingService processing = processing()) {
            processing.start();
            Eventually.eventually("it runs", () -> processing.health().ready());
            topics.send(kafka.topics().raw(), line.getBytes(UTF_8));
            assertThat(topics.read(kafka.topics().storage(), 1)).hasSize(1);
        }
    }

    private ProcessingService processing() {
        ProcessingConfig config = ProcessingConfig.defaults().withStateDirectory(directory.resolve("state"));
        return new ProcessingService(config, Rules.fixed(RuleFile.passThrough()), kafka, meters);
    }
}
