package io.weir.standalone;

import static io.weir.standalone.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
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
import io.weir.standalone.StreamSender.Protocol;
import io.weir.standalone.embedded.EmbeddedBroker;
import io.weir.writer.WriterConfig;
import io.weir.writer.WriterService;
import io.weir.writer.stores.StoreCatalog;
import io.weir.writer.testing.EmbeddedQuestDb;
import io.weir.writer.testing.FreePorts;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Arrays of 3500 numbers, through each input for line protocol with the default limits of Weir and
 * of Kafka, to the store.
 */
class ArraysEndToEndTest {
    private static final int ELEMENTS = 3_500;
    private static final long T = 1_700_000_000_000_000_000L;
    private static final Rules RULES = Rules.fixed(RuleLoader.parse("rules.yaml", """
            version: 1
            types:
              - {name: bins, match: {measurement: spectrum}, field: bins, array: float32, length: 3500}
            """));

    private final int tcp = FreePorts.next();
    private final int http = FreePorts.next();
    private final Random random;

    ArraysEndToEndTest() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        System.out.println("ArraysEndToEndTest seed=" + seed);
        random = new Random(seed);
    }

    @Test
    void arraysPassEveryInputOrAreRefusedWithTheReason(@TempDir Path directory) throws Exception {
        try (EmbeddedBroker broker =
                        EmbeddedBroker.start(directory.resolve("kafka"), FreePorts.next(), FreePorts.next());
                TestTopics topics = new TestTopics(broker);
                EmbeddedQuestDb questDb = new EmbeddedQuestDb(directory.resolve("questdb")).start();
                GatewayService gateway = gateway(kafka(broker));
                ProcessingService processing = new ProcessingService(
                        ProcessingConfig.defaults().withStateDirectory(directory.resolve("processing")),
                        RULES,
                        kafka(broker),
                        new SimpleMeterRegistry());
                WriterService writer = new WriterService(
                        WriterConfig.defaults().withStore(StoreCatalog.BUILT_IN.parse(questDb.url()), Optional.empty()),
                        RULES,
                        kafka(broker),
                        new SimpleMeterRegistry())) {
            new SourceTopic(topics, "spectra", 1).create(broker.bootstrap());
            List.of(gateway, processing, writer).forEach(Service::start);
            eventually("all run", () -> List.of(gateway, processing, writer).stream()
                    .allMatch(each -> each.health().ready()));

            Map<String, String> sent = new TreeMap<>();
            for (String input : List.of("udp", "tcp", "http", "kafka-topics")) {
                String array = array(ELEMENTS);
                sent.put(input, array);
                send(input, line(input, array), gateway, topics);
                send(input, line("short-" + input, array(ELEMENTS - 1)), gateway, topics);
            }
            eventually("all are stored", () -> stored(questDb).size() >= sent.size());
            assertThat(stored(questDb)).isEqualTo(sent);
            // In all 17 digits, so many numbers are longer than a string may be.
            String tooLong = IntStream.range(0, ELEMENTS)
                    .mapToObj(each -> Double.toString(-Math.PI * 1e-100))
                    .collect(Collectors.joining(",", "[", "]"));
            send("http", line("http", tooLong), gateway, topics);
            send("tcp", line("tcp", tooLong), gateway, topics);

            assertThat(topics.read(kafka(broker).topics().rejected(), 6).stream()
                            .map(record -> Rejection.read(record.headers()))
                            .map(why -> why.stage() + " " + why.reason()))
                    .containsExactlyInAnyOrder(
                            "processing array-length",
                            "processing array-length",
                            "processing array-length",
                            "processing array-length",
                            "gateway string-too-long",
                            "gateway line-too-long");
        }
    }

    /** Floats in the shortest spelling that gives the same 32 bits again. */
    private String array(int elements) {
        return IntStream.range(0, elements)
                .mapToObj(each -> Float.toString((float) random.nextGaussian() * 1000))
                .collect(Collectors.joining(",", "[", "]"));
    }

    private static String line(String input, String array) {
        return "spectrum,input=" + input + " bins=\"" + array + "\" " + T + "\n";
    }

    private void send(String input, String line, GatewayService gateway, TestTopics topics) throws IOException {
        byte[] bytes = line.getBytes(UTF_8);
        switch (input) {
            case "udp" -> {
                try (DatagramSocket socket = new DatagramSocket()) {
                    socket.send(new DatagramPacket(
                            bytes, bytes.length, InetAddress.getLoopbackAddress(), gateway.udpPort()));
                }
            }
            case "kafka-topics" -> topics.send(new ProducerRecord<>("spectra", bytes));
            default -> {
                Protocol protocol = input.equals("tcp") ? Protocol.TCP : Protocol.HTTP;
                try (StreamSender sender = new StreamSender(protocol, 1, protocol == Protocol.TCP ? tcp : http)) {
                    sender.send(line);
                }
            }
        }
    }

    /** The arrays in the store by their input. */
    private static Map<String, String> stored(EmbeddedQuestDb questDb) {
        Map<String, String> arrays = new TreeMap<>();
        if (questDb.hasRows("spectrum")) {
            for (JsonNode row : questDb.rows("select input, bins from spectrum")) {
                arrays.put(row.path(0).asText(), row.path(1).asText());
            }
        }
        return arrays;
    }

    private GatewayService gateway(KafkaSettings kafka) {
        GatewayConfig config = YamlSource.text("test", """
                        {id: test, spool: {bytes: 0}, udp: {host: 127.0.0.1, port: 0, threads: 1},
                         tcp: {enabled: true, port: %d}, http: {enabled: true, port: %d},
                         kafka-topics: {enabled: true, topics: [spectra]}}
                        """.formatted(tcp, http)).read(GatewayConfig::read);
        return new GatewayService(config, kafka, new SimpleMeterRegistry());
    }

    private static KafkaSettings kafka(EmbeddedBroker broker) {
        return new KafkaSettings(broker.bootstrap(), Map.of(), new Topics(""), 1, (short) 1);
    }
}
