package io.weir.standalone;

import static io.weir.standalone.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.alarming.AlarmingConfig;
import io.weir.alarming.AlarmingService;
import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.config.YamlSource;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.rule.Rules;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.Service;
import io.weir.contract.topic.Rejection;
import io.weir.contract.topic.Topics;
import io.weir.gateway.GatewayConfig;
import io.weir.gateway.GatewayService;
import io.weir.processing.ProcessingConfig;
import io.weir.processing.ProcessingService;
import io.weir.standalone.embedded.EmbeddedBroker;
import io.weir.writer.testing.FreePorts;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Datagrams whose size grows when they are written in another format, among good ones for the same
 * alarm rule: the other senders' alarms arrive as fast as without them.
 */
class HostileDatagramsTest {

    private static final Topics TOPICS = new Topics("");
    private static final int ALARMS = 9;
    private static final int HOSTILE_PER_ALARM = 10;
    /** More than alarms vary by on a busy machine. */
    private static final Duration LONGER = Duration.ofSeconds(2);

    private static final Rules RULES = Rules.fixed(RuleLoader.parse("rules.yaml", """
            version: 1
            alarms:
              - {name: cpu, match: {measurement: cpu}, field: value, minor: {above: 90}, chatter: off}
            """));

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private int taken;

    @Test
    void leaveTheAlarmsOfNeighboursInTheirUsualTime(@TempDir Path directory) throws Exception {
        try (EmbeddedBroker broker =
                        EmbeddedBroker.start(directory.resolve("kafka"), FreePorts.next(), FreePorts.next());
                TestTopics topics = new TestTopics(broker);
                GatewayService gateway = gateway(kafka(broker));
                ProcessingService processing = new ProcessingService(
                        ProcessingConfig.defaults().withStateDirectory(directory.resolve("processing")),
                        RULES,
                        kafka(broker),
                        meters);
                AlarmingService alarming = new AlarmingService(
                        AlarmingConfig.defaults().withStateDirectory(directory.resolve("alarming")),
                        RULES,
                        kafka(broker),
                        meters);
                KafkaConsumer<byte[], byte[]> events = events(broker)) {
            List<Service> services = List.of(gateway, processing, alarming);
            services.forEach(Service::start);
            services.forEach(each ->
                    eventually(each.name() + " runs", () -> each.health().ready()));
            events.assign(List.of(new TopicPartition(TOPICS.events(), 0)));
            raise(gateway, events, "first");

            List<Duration> quiet = new ArrayList<>();
            List<Duration> beset = new ArrayList<>();
            for (int alarm = 0; alarm < ALARMS; alarm++) {
                quiet.add(raise(gateway, events, "quiet" + alarm));
            }
            for (int alarm = 0; alarm < ALARMS; alarm++) {
                hostile(gateway, alarm);
                beset.add(raise(gateway, events, "beset" + alarm));
                assertThat(services).allSatisfy(each -> assertThat(each.health().ready())
                        .as("%s: %s", each.name(), each.health().detail())
                        .isTrue());
            }

            System.out.println(
                    "median of " + ALARMS + " alarms: " + median(quiet).toMillis() + " ms, among hostile lines "
                            + median(beset).toMillis() + " ms");
            assertThat(median(beset)).isLessThan(median(quiet).multipliedBy(3).plus(LONGER));
            // Each accepted hostile line, with a series of the maximum length, has its alarm, too.
            eventually(
                    "what is taken is judged",
                    () -> topics.readNow(TOPICS.events()).stream()
                                    .filter(record -> AlarmJson.readEvent(record.value())
                                            .tags()
                                            .containsKey("taken"))
                                    .count()
                            == taken);
            checkRefused(gateway, topics);
        }
    }

    /** Sends {@link #HOSTILE_PER_ALARM} hostile datagrams before each alarm. */
    private void hostile(GatewayService gateway, int alarm) throws IOException {
        for (int i = 0; i < HOSTILE_PER_ALARM; i++) {
            String tag =
                    switch (i % 3) {
                        case 0 -> "\u0001".repeat(64_000);
                        case 1 -> "%".repeat(63_900);
                        default -> "\"".repeat(63_000) + i;
                    };
            send(gateway, "cpu,host=" + tag + " value=95");
        }
        String tags = IntStream.range(0, 7)
                .mapToObj(i -> ",t" + i + "=" + "\u0001".repeat(1_000))
                .collect(Collectors.joining());
        send(gateway, "cpu,taken=t" + alarm + tags + " value=95");
        taken++;
    }

    private static void checkRefused(GatewayService gateway, TestTopics topics) {
        assertThat(gateway.counts("udp").rejected.total()).isEqualTo((long) ALARMS * HOSTILE_PER_ALARM);
        // Of mass rejections, metrics.rejected contains only some.
        long unpublished = gateway.counts("udp").unpublishedRejects.sum();
        List<String> reasons = topics.read(TOPICS.rejected(), (int) (ALARMS * HOSTILE_PER_ALARM - unpublished)).stream()
                .map(record -> Rejection.read(record.headers()))
                .map(why -> why.stage() + " " + why.reason())
                .distinct()
                .toList();
        assertThat(reasons).containsExactly("gateway series-too-long");
    }

    /** The time from sending the line to its alarm. */
    private static Duration raise(GatewayService gateway, KafkaConsumer<byte[], byte[]> events, String host)
            throws IOException {
        long beginNanos = System.nanoTime();
        send(gateway, "cpu,host=" + host + " value=95");
        eventually("the alarm of " + host, () -> {
            boolean found = false;
            for (ConsumerRecord<byte[], byte[]> record : events.poll(Duration.ofMillis(10))) {
                found |= host.equals(AlarmJson.readEvent(record.value()).tags().get("host"));
            }
            return found;
        });
        return Duration.ofNanos(System.nanoTime() - beginNanos);
    }

    /**
     * Returns when the gateway has received it: a receive buffer holds only three such datagrams.
     */
    private static void send(GatewayService gateway, String line) throws IOException {
        long before = gateway.counts("udp").datagrams.sum();
        byte[] datagram = line.getBytes(UTF_8);
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.send(
                    new DatagramPacket(datagram, datagram.length, InetAddress.getLoopbackAddress(), gateway.udpPort()));
        }
        eventually("the gateway has it", () -> gateway.counts("udp").datagrams.sum() > before);
    }

    private static Duration median(List<Duration> of) {
        return of.stream().sorted().toList().get(of.size() / 2);
    }

    private static KafkaConsumer<byte[], byte[]> events(EmbeddedBroker broker) {
        return new KafkaConsumer<>(
                Map.of(
                        "bootstrap.servers",
                        broker.bootstrap(),
                        "auto.offset.reset",
                        "earliest",
                        "isolation.level",
                        "read_committed"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
    }

    private GatewayService gateway(KafkaSettings kafka) {
        GatewayConfig config = YamlSource.text(
                        "test", "{id: test, spool: {bytes: 0}, udp: {host: 127.0.0.1, port: 0, threads: 1}}")
                .read(GatewayConfig::read);
        return new GatewayService(config, kafka, meters);
    }

    private static KafkaSettings kafka(EmbeddedBroker broker) {
        return new KafkaSettings(broker.bootstrap(), Map.of(), TOPICS, 1, (short) 1);
    }
}
