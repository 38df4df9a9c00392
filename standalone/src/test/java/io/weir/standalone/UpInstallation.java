package io.weir.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.writer.testing.FreePorts;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * One {@code weir up} with ports and a data directory of its own, that may be killed and started again. Without its probe,
 * so that only what a test sends is there, unless the test asks for it.
 */
public final class UpInstallation {

    private final Path directory;
    private final List<String> arguments = new ArrayList<>();
    private final Map<String, String> environment = new HashMap<>();
    private final int udpPort = FreePorts.next();
    private final int kafkaPort = FreePorts.next();
    private final int metersPort = FreePorts.next();
    private final int pagePort = FreePorts.next();

    public UpInstallation(Path directory, String... more) {
        this(directory, false, more);
    }

    private UpInstallation(Path directory, boolean isProbing, String... more) {
        this.directory = directory;
        environment.put("WEIR_GATEWAY_UDP_PORT", Integer.toString(udpPort));
        environment.put("WEIR_METERS_PORT", Integer.toString(metersPort));
        environment.put("WEIR_DASHBOARD_PORT", Integer.toString(pagePort));
        arguments.addAll(isProbing ? List.of("up") : List.of("up", "--no-probe"));
        arguments.addAll(List.of("--kafka-port=" + kafkaPort, "--kafka-controller-port=" + FreePorts.next()));
        arguments.addAll(List.of(more));
    }

    /** One that sends metrics of this host, as it is without options. */
    public static UpInstallation probing(Path directory, String... more) {
        return new UpInstallation(directory, true, more);
    }

    /** The same, with a variable in its environment. */
    public UpInstallation with(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    /** Starts it and returns once it is ready. */
    public WeirProcess start() throws IOException {
        WeirProcess process = launch();
        process.awaitOutput("ready      after");
        return process;
    }

    /** Starts it and returns at once. */
    WeirProcess launch() throws IOException {
        return WeirProcess.start(directory, environment, arguments.toArray(String[]::new));
    }

    /** Of the line protocol's door. */
    public int udpPort() {
        return udpPort;
    }

    /** Of meters and health. */
    public int metersPort() {
        return metersPort;
    }

    /** Of the dashboard. */
    public int pagePort() {
        return pagePort;
    }

    /** Where its Kafka is. */
    public String bootstrap() {
        return "127.0.0.1:" + kafkaPort;
    }

    /** Sends one datagram. */
    public void send(String lines) throws IOException {
        byte[] bytes = lines.getBytes(UTF_8);
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.send(new DatagramPacket(bytes, bytes.length, InetAddress.getLoopbackAddress(), udpPort));
        }
    }

    /** The committed records of a topic, once they are {@code count} or more. */
    public List<ConsumerRecord<byte[], byte[]>> read(String topic, int count) {
        try (TestTopics topics = new TestTopics("127.0.0.1:" + kafkaPort)) {
            return topics.read(topic, count);
        }
    }

    /** What the dashboard answers at a path. */
    public String page(String path) {
        HttpRequest ask = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + pagePort + path))
                .build();
        return HttpClient.newHttpClient()
                .sendAsync(ask, HttpResponse.BodyHandlers.ofString())
                .join()
                .body();
    }

    /** Returns once the meters have this line. */
    public void awaitMeter(String line) {
        HttpRequest ask = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + metersPort + "/metrics"))
                .build();
        Eventually.eventually(line + " is among the meters", () -> HttpClient.newHttpClient()
                .sendAsync(ask, HttpResponse.BodyHandlers.ofLines())
                .join()
                .body()
                .anyMatch(line::equals));
    }

    /** Returns once a record of a topic has this text in its value. */
    public void awaitIn(String topic, String text) {
        Eventually.eventually(text + " is in " + topic, () -> read(topic, 0).stream()
                .anyMatch(record -> new String(record.value(), UTF_8).contains(text)));
    }
}
