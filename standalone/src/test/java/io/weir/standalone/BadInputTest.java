package io.weir.standalone;

import static io.weir.standalone.Eventually.eventually;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.topic.Rejection;
import io.weir.writer.testing.FreePorts;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Bad input between good lines passes through the whole system: it is reported, and the good lines
 * are stored.
 */
class BadInputTest {
    private static final Duration WITHIN = Duration.ofSeconds(90);
    private static final int LARGEST_DATAGRAM = 65_507;

    /** @param reason by which the gateway counts and keeps it */
    private record Bad(String reason, byte[] line) {
        static Bad of(String reason, String line) {
            return new Bad(reason, line.getBytes(ISO_8859_1));
        }
    }

    private static final List<Bad> REFUSED_BY_THE_GATEWAY = List.of(
            Bad.of("missing-field-value", "cpu,host=truncated value="),
            Bad.of("missing-fields", "\u0001\u0002\u0003\u0007\u001b[2J\u007f"),
            Bad.of("not-utf8", "cpu,host=\u00ff\u00fe value=1"),
            Bad.of("duplicate-tag", "cpu,host=a,host=b value=1"),
            Bad.of("unterminated-string", "cpu text=\"" + "x".repeat(LARGEST_DATAGRAM - 10)));

    private final int storePort = FreePorts.next();

    @Test
    void isNamedAndLeavesItsNeighboursUnharmed(@TempDir Path directory) throws Exception {
        Path rules = Files.writeString(directory.resolve("rules.yaml"), "version: 1\n");
        UpInstallation weir = new UpInstallation(directory, "--store-port=" + storePort, "--rules=" + rules);
        try (WeirProcess process = weir.start()) {
            weir.send("types,host=a v=1 1700000000000000000");
            eventually("the type of the field is settled", WITHIN, () -> stored("select v from types", "1"));

            for (int i = 0; i < REFUSED_BY_THE_GATEWAY.size(); i++) {
                byte[] line = REFUSED_BY_THE_GATEWAY.get(i).line();
                send(weir, line.length > LARGEST_DATAGRAM / 2 ? line : between(line, i));
            }
            send(weir, new byte[0]);
            send(weir, between("types,host=a v=\"text\" 1700000001000000000".getBytes(UTF_8), 9));
            send(weir, wide());
            weir.send("odd,host=a state=\"a,b c=d\" 1");
            weir.send("good,n=last value=1 1700000000000000000");

            eventually("all good lines are stored", WITHIN, () -> stored("select count() from good", "11"));
            eventually("the string is stored as it is", WITHIN, () -> stored("select state from odd", "\"a,b c=d\""));
            eventually(
                    "both that the store refuses are kept",
                    WITHIN,
                    () -> rejected(weir, "writer").size() == 2);

            assertThat(rejected(weir, "writer"))
                    .anyMatch(record -> text(record).startsWith("types,host=a v=\"text\""))
                    .anyMatch(record -> text(record).startsWith("wide,host=a 100=1,"))
                    .allSatisfy(record -> assertThat(
                                    Rejection.read(record.headers()).reason())
                            .isNotBlank());
            weir.awaitIn("metrics.storage", "wide,host=a 100=1,");
            List<ConsumerRecord<byte[], byte[]>> refused = rejected(weir, "gateway");
            assertThat(refused).hasSize(REFUSED_BY_THE_GATEWAY.size());
            for (Bad bad : REFUSED_BY_THE_GATEWAY) {
                assertThat(refused)
                        .as(bad.reason())
                        .anyMatch(record -> Arrays.equals(record.value(), bad.line())
                                && Rejection.read(record.headers()).reason().equals(bad.reason()));
                weir.awaitMeter("weir_gateway_rejected_total{input=\"udp\",reason=\"" + bad.reason() + "\"} 1.0");
            }
            weir.awaitMeter("weir_gateway_datagrams_empty_total{input=\"udp\"} 1.0");
            process.terminate();
            process.awaitExit();
        }
    }

    /** A datagram with a good line before and after {@code bad}. */
    private static byte[] between(byte[] bad, int number) {
        ByteArrayOutputStream datagram = new ByteArrayOutputStream();
        datagram.writeBytes(("good,n=" + number + "a value=1 1700000000000000000\n").getBytes(UTF_8));
        datagram.writeBytes(bad);
        datagram.writeBytes(("\ngood,n=" + number + "b value=1 1700000000000000000").getBytes(UTF_8));
        return datagram.toByteArray();
    }

    /**
     * Ten thousand fields, more than a table of the store may have, with names short enough for a
     * datagram.
     */
    private static byte[] wide() {
        String fields = IntStream.range(0, 10_000)
                .mapToObj(i -> Integer.toString(1296 + i, 36) + "=1")
                .collect(Collectors.joining(","));
        return ("wide,host=a " + fields).getBytes(UTF_8);
    }

    private static void send(UpInstallation weir, byte[] datagram) throws IOException {
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.send(
                    new DatagramPacket(datagram, datagram.length, InetAddress.getLoopbackAddress(), weir.udpPort()));
        }
    }

    private static List<ConsumerRecord<byte[], byte[]>> rejected(UpInstallation weir, String stage) {
        return weir.read("metrics.rejected", 1).stream()
                .filter(record -> Rejection.read(record.headers()).stage().equals(stage))
                .toList();
    }

    private static String text(ConsumerRecord<byte[], byte[]> record) {
        return new String(record.value(), UTF_8);
    }

    /** Whether the only row of a query's answer has this one cell, as JSON spells it. */
    private boolean stored(String query, String cell) {
        String answer = LocalHttp.query(storePort, query).body();
        return answer.contains("\"dataset\":[[" + cell + "]]") || answer.contains("\"dataset\":[[" + cell + ".0]]");
    }
}
