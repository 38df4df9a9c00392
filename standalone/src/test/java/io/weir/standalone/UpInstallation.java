package io.weir.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.writer.testing.FreePorts;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * One {@code weir up} with its own ports and data directory, which may be killed and started again.
 * It runs without the probe unless the test asks for it, so that it contains only lines of the
 * test.
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
        if (arguments.stream().noneMatch(argument -> argument.startsWith("--store"))) {
            arguments.add("--store-port=" + FreePorts.next());
        }
    }

    /** An installation whose probe sends metrics of this host, as without options. */
    public static UpInstallation probing(Path directory, String... more) {
        return new UpInstallation(directory, true, more);
    }

    /** Sets a variable in its environment. */
    public UpInstallation with(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    /** Starts it and returns when it is ready. */
    public WeirProcess start() throws IOException {
        WeirProcess process = launch();
        process.awaitOutput("ready      after");
        return process;
    }

    /** Starts it and returns immediately. */
    WeirProcess launch() throws IOException {
        return WeirProcess.start(directory, environment, arguments.toArray(String[]::new));
    }

    /** Port of the line protocol input. */
    public int udpPort() {
        return udpPort;
    }

    /** Port of meters and health. */
    public int metersPort() {
        return metersPort;
    }

    /** Port of the dashboard. */
    public int pagePort() {
        return pagePort;
    }

    /** Address of its Kafka. */
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

    /** The committed records of a topic, when there are {@code count} or more. */
    public List<ConsumerRecord<byte[], byte[]>> read(String topic, int count) {
        try (TestTopics topics = new TestTopics("127.0.0.1:" + kafkaPort)) {
            return topics.read(topic, count);
        }
    }

    /** The dashboard's answer for a path. */
    public String page(String path) {
        return LocalHttp.get(pagePort, path).body();
    }

    /** Returns when the page of meters contains this line. */
    public void awaitMeter(String line) {
        Eventually.eventually(
                line + " is among the meters",
                () -> LocalHttp.get(metersPort, "/metrics").body().lines().anyMatch(line::equals));
    }

    /** Returns when a record of the topic contains this text in its value. */
    public void awaitIn(String topic, String text) {
        try (TestTopics topics = new TestTopics(bootstrap())) {
            topics.await(topic, text);
        }
    }
}
