package io.weir.standalone.cluster;

import static io.weir.standalone.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.contract.config.YamlSource;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.Rules;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.topic.Topics;
import io.weir.gateway.GatewayConfig;
import io.weir.gateway.GatewayService;
import io.weir.processing.ProcessingConfig;
import io.weir.processing.ProcessingService;
import io.weir.standalone.embedded.EmbeddedBroker;
import io.weir.writer.WriterConfig;
import io.weir.writer.WriterService;
import io.weir.writer.stores.StoreCatalog;
import io.weir.writer.testing.EmbeddedQuestDb;
import io.weir.writer.testing.FreePorts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A farm with another number of partitions takes over under load, as {@code docs/sizing.md}
 * describes.
 */
@Tag("long")
class PartitionCountTest {
    private static final Rules RULES = Rules.fixed(RuleFile.passThrough());

    private final Path directory;
    private final EmbeddedBroker broker;
    private final EmbeddedQuestDb questDb;
    private final Admin admin;
    private final List<AutoCloseable> running = new ArrayList<>();

    PartitionCountTest(@TempDir Path directory) {
        this.directory = directory;
        broker = EmbeddedBroker.start(directory.resolve("kafka"), FreePorts.next(), FreePorts.next());
        questDb = new EmbeddedQuestDb(directory.resolve("questdb")).start();
        admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrap()));
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : running) {
            each.close();
        }
        admin.close();
        questDb.close();
        broker.close();
    }

    @Test
    void anotherFarmBesideTheFirstTakesOver() throws Exception {
        KafkaSettings two = kafka("", 2);
        KafkaSettings four = kafka("w2.", 4);
        GatewayService before = gateway(two);
        List<AutoCloseable> old = processingAndWriter(two);
        FarmLoad load = new FarmLoad(before.port("http"));
        running.add(0, load);
        eventually("the first is stored", () -> stored() > 0);

        processingAndWriter(four);
        load.hold();
        before.close();
        load.goOn(gateway(four).port("http"));
        int accepted = load.accepted();
        eventually("the new one accepts lines", () -> load.accepted() > accepted + 10);
        eventually(
                "the old one has no lag left",
                () -> lag("weir-processing", two.topics().raw()) == 0
                        && lag("weir-writer", two.topics().storage()) == 0);
        for (AutoCloseable service : old) {
            service.close();
        }
        load.close();

        eventually("all is stored", () -> stored() >= (long) load.accepted() * FarmLoad.HOSTS);
        assertThat(stored()).isEqualTo((long) load.accepted() * FarmLoad.HOSTS);
        assertThat(load.doubts()).as("posts without an answer").containsOnly(0);
    }

    private KafkaSettings kafka(String prefix, int partitions) {
        return new KafkaSettings(broker.bootstrap(), Map.of(), new Topics(prefix), partitions, (short) 1);
    }

    private GatewayService gateway(KafkaSettings kafka) {
        GatewayConfig config = YamlSource.text(
                        "test",
                        "{id: east, spool: {bytes: 0}, udp: {enabled: false}, http: {enabled: true, host: 127.0.0.1, port: 0}}")
                .read(GatewayConfig::read);
        GatewayService gateway = new GatewayService(config, kafka, new SimpleMeterRegistry());
        running.add(0, gateway);
        gateway.start();
        eventually("the gateway is ready", () -> gateway.health().ready());
        return gateway;
    }

    private List<AutoCloseable> processingAndWriter(KafkaSettings kafka) {
        ProcessingConfig unset = ProcessingConfig.defaults();
        ProcessingService processing = new ProcessingService(
                new ProcessingConfig(
                        1,
                        0,
                        unset.commitInterval(),
                        unset.seriesExpiry(),
                        unset.gatewayTimeout(),
                        unset.ahead(),
                        unset.latePerSecond(),
                        unset.lines(),
                        unset.state(),
                        directory.resolve("processing" + kafka.partitions())),
                RULES,
                kafka,
                new SimpleMeterRegistry());
        running.add(0, processing);
        processing.start();
        WriterService writer = new WriterService(
                WriterConfig.defaults().withStore(StoreCatalog.BUILT_IN.parse(questDb.url()), Optional.empty()),
                RULES,
                kafka,
                new SimpleMeterRegistry());
        running.add(0, writer);
        writer.start();
        eventually(
                "both run", () -> processing.health().ready() && writer.health().ready());
        return List.of(processing, writer);
    }

    /** The number of records that a group has not committed yet. */
    private long lag(String group, String topic) {
        try {
            Map<TopicPartition, OffsetSpec> its = new HashMap<>();
            long committed = 0;
            for (var each : admin.listConsumerGroupOffsets(group)
                    .partitionsToOffsetAndMetadata()
                    .get()
                    .entrySet()) {
                if (each.getKey().topic().equals(topic)) {
                    its.put(each.getKey(), OffsetSpec.latest());
                    committed += each.getValue().offset();
                }
            }
            return admin.listOffsets(its).all().get().values().stream()
                            .mapToLong(ListOffsetsResultInfo::offset)
                            .sum()
                    - committed;
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    private long stored() {
        return questDb.exec("select count() from cpu")
                .path("dataset")
                .path(0)
                .path(0)
                .asLong();
    }
}
