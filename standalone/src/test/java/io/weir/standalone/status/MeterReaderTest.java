package io.weir.standalone.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Meter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.weir.alarming.meter.AlarmingMeters;
import io.weir.contract.alarm.Severity;
import io.weir.contract.config.YamlSource;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.Rules;
import io.weir.contract.service.KafkaSettings;
import io.weir.gateway.GatewayConfig;
import io.weir.gateway.GatewayService;
import io.weir.processing.meter.ProcessingMeters;
import io.weir.standalone.probe.ProbeConfig;
import io.weir.standalone.probe.ProbeService;
import io.weir.standalone.probe.out.HostAndPort;
import io.weir.standalone.status.Reading.Latency;
import io.weir.writer.WriterConfig;
import io.weir.writer.WriterService;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Uses the meters that the services register, so that this test fails if one of their names
 * changes.
 */
class MeterReaderTest {

    private static final KafkaSettings NOWHERE = KafkaSettings.defaults().withBootstrap("127.0.0.1:1");

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final MeterReader reader = new MeterReader(registry);
    private final GatewayService gateway = new GatewayService(
            YamlSource.text("test", "{udp: {host: 127.0.0.1, port: 0}, spool: {bytes: 0}}")
                    .read(GatewayConfig::read),
            NOWHERE,
            registry);
    private final ProcessingMeters processing = new ProcessingMeters(registry);
    private final AlarmingMeters alarming = new AlarmingMeters(registry);

    @BeforeEach
    void start() {
        WriterConfig writer = YamlSource.text("test", "targets: {archive: {store: 'questdb://127.0.0.1:1'}}")
                .read(WriterConfig::read);
        new WriterService(writer, Rules.fixed(RuleFile.passThrough()), NOWHERE, registry).close();
        new ProbeService(YamlSource.text("test", "").read(ProbeConfig::read), () -> HostAndPort.GATEWAY, registry)
                .close();
        gateway.start();
    }

    @AfterEach
    void end() {
        gateway.close();
    }

    @Test
    void everyNameIsThatOfAMeter() {
        gateway.counts("udp").rejected.add("r", 1);
        gateway.counts("udp").dropped.add("r", 1);
        gateway.counts("udp").lost.add("r", 1);
        processing.refused("r");
        processing.late("r");
        processing.ahead("r");
        alarming.outOfOrder("r");
        alarming.ahead("r");
        Set<String> registered = new TreeSet<>();
        registry.forEachMeter((Meter meter) -> registered.add(meter.getId().getName()));

        assertThat(registered)
                .contains(MeterReader.RECEIVED, MeterReader.PROCESSED, MeterReader.STORED)
                .contains(MeterReader.LATENCY, MeterReader.ACTIVE)
                .containsAll(Loss.ALL.stream()
                        .map(Loss::meter)
                        .filter(name -> !name.equals("weir_streams_records_skipped"))
                        .toList());
    }

    @Test
    void readsWhatWasCounted() {
        gateway.counts("udp").lines.add(30);
        processing.metrics(20);
        stored("main", 10, Duration.ofMillis(200));
        stored("archive", 7, Duration.ofSeconds(20));
        alarming.active(Severity.MAJOR, 2);
        gateway.counts("udp").dropped.add("broker-slow", 4);
        processing.late("r");

        Reading now = reader.read(5);

        assertThat(now.received()).isEqualTo(30);
        assertThat(now.processed()).isEqualTo(20);
        assertThat(now.targets()).containsOnlyKeys("archive", "main");
        assertThat(now.target("main").stored()).isEqualTo(10);
        assertThat(now.target("archive").stored()).isEqualTo(7);
        assertThat(now.alarms()).isEqualTo(Map.of(Severity.MAJOR, 2L));
        assertThat(now.losses()).isEqualTo(Map.of("dropped udp broker-slow", 4L, "late for their window r", 1L));
        assertThat(now.target("main").latency().p99Millis()).isBetween(199.0, 205.0);
        assertThat(now.target("archive").latency().p50Millis()).isBetween(19_000.0, 21_000.0);
    }

    private void stored(String target, int lines, Duration latency) {
        registry.get(MeterReader.STORED).tag("target", target).counter().increment(lines);
        registry.get(MeterReader.LATENCY)
                .tag("target", target)
                .tag("from", "receipt")
                .timer()
                .record(latency);
    }

    @Test
    void nothingIsLostAndNothingTakesTimeBeforeAnythingFlows() {
        Reading now = reader.read(5);

        assertThat(now.target("main").latency()).isEqualTo(Latency.NONE);
        assertThat(now.losses()).isEmpty();
        assertThat(now.alarms()).isEmpty();
        assertThat(now.hasMovedSince(reader.read(0))).isFalse();
    }
}
