package io.weir.gateway.message;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.config.MistakesException;
import io.weir.contract.service.StartException;
import io.weir.gateway.intake.OneInput;
import io.weir.gateway.testing.OpenedInput;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Records over the transports of the gateway. */
class RecordInputsTest {
    private static final String MAPPING = ", mapping: {measurement: m, tags: {host: /h}, timestamp: /t, precision: ns}";

    @Test
    void overHttpTheAnswerSaysWhatWasRefused() throws Exception {
        try (OpenedInput input = open("http", "json")) {
            input.acknowledging();
            HttpResponse<String> good =
                    post(input.port(), "[{\"h\":\"a\",\"v\":1,\"t\":1},{\"h\":\"b\",\"v\":2,\"t\":2}]");
            assertThat(good.statusCode()).isEqualTo(200);
            assertThat(good.body()).isEmpty();
            HttpResponse<String> bad =
                    post(input.port(), "{\"h\":\"a\",\"v\":3,\"t\":3}\n{\"h\":[],\"v\":1,\"t\":1}\n{\"v\":");
            assertThat(bad.statusCode()).isEqualTo(400);
            assertThat(bad.body())
                    .isEqualTo("{\"error\":\"2 refused: /h: bad-tag; broken-json; all others are accepted\"}");
            assertThat(input.lines()).containsExactly("m,host=a v=1i 1", "m,host=b v=2i 2", "m,host=a v=3i 3");
        }
    }

    @Test
    void overTcpEachRecordHasALineOfItsOwn() throws Exception {
        try (OpenedInput input = open("tcp", "json");
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), input.port())) {
            socket.getOutputStream()
                    .write("{\"h\":\"a\",\"v\":1,\"t\":1}\n{\"h\":\n\n{\"h\":\"a\",\"v\":2,\"t\":2}\r\n"
                            .getBytes(UTF_8));
            OneInput.await("both", () -> input.lines().size() == 2);
            assertThat(input.lines()).containsExactly("m,host=a v=1i 1", "m,host=a v=2i 2");
            assertThat(input.counts().rejected.total()).isEqualTo(1);
        }
    }

    @Test
    void aDatagramMayHaveSeveralLinesAndRecords() throws Exception {
        byte[] datagram = "{\"h\":\"a\",\n  \"v\":1, \"t\":1}\n{\"h\":\"a\",\n  \"v\":2, \"t\":2}\n".getBytes(UTF_8);
        try (OpenedInput input = open("udp", "json");
                DatagramSocket socket = new DatagramSocket()) {
            socket.send(new DatagramPacket(datagram, datagram.length, InetAddress.getLoopbackAddress(), input.port()));
            OneInput.await("both", () -> input.lines().size() == 2);
            assertThat(input.lines()).containsExactly("m,host=a v=1i 1", "m,host=a v=2i 2");
            assertThat(input.counts().bytes.sum()).isEqualTo(datagram.length);
        }
    }

    @Test
    void otherFormatsHaveTheSameTransports() throws Exception {
        byte[] pairs = "h=a v=1 t=1\nh=a v=2 t=2".getBytes(UTF_8);
        byte[] table = "h,v,t\na,1,1\na,2,2\n".getBytes(UTF_8);
        try (OpenedInput tcp = open("tcp", "csv, csv: {columns: [h, v, t]}");
                OpenedInput udp = open("udp", "keyvalue");
                OpenedInput http = open("http", "csv");
                Socket stream = new Socket(InetAddress.getLoopbackAddress(), tcp.port());
                DatagramSocket datagrams = new DatagramSocket()) {
            stream.getOutputStream().write("a,1,1\na,2,2\n".getBytes(UTF_8));
            datagrams.send(new DatagramPacket(pairs, pairs.length, InetAddress.getLoopbackAddress(), udp.port()));
            http.acknowledging();
            assertThat(post(http.port(), new String(table, UTF_8)).statusCode()).isEqualTo(200);
            for (OpenedInput input : List.of(tcp, udp, http)) {
                OneInput.await("both", () -> input.lines().size() == 2);
                assertThat(input.lines()).containsExactly("m,host=a v=1 1", "m,host=a v=2 2");
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "tcp: {format: csv}|tcp.csv: has no columns: each line is a message",
                "websocket: {format: csv}|websocket.csv: has no columns: each line is a message",
                "udp: {format: json, sequence: {tag: n}}|udp.sequence: has an effect only on line protocol",
                "http: {precision: s}|http.precision: is not a known key",
            })
    void refusesKeysThatFitNoFormat(String settings, String mistake) {
        refuses(settings, mistake);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "inputs: [{kind: http-json, name: a}]|must be a kind of input, was \"http-json\"; it is now \"format\" in the section \"http\"",
                "kafka-lines: {}|it is now \"kafka-topics\"",
            })
    void refusesOldKindsWithTheNewOnes(String settings, String mistake) {
        refuses(settings, mistake);
    }

    private static void refuses(String settings, String mistake) {
        assertThatThrownBy(() -> OpenedInput.open("{" + settings + "}"))
                .isInstanceOf(MistakesException.class)
                .hasMessageContaining(mistake);
    }

    @ParameterizedTest
    @ValueSource(strings = {"http", "tcp", "unix", "websocket", "kafka-topics"})
    void anInputWithoutMappingDoesNotStart(String kind) {
        assertThatThrownBy(() -> OpenedInput.open("{udp: {enabled: false}, " + kind + ": {enabled: true, format: json"
                        + (kind.equals("kafka-topics") ? ", topics: [a]" : "") + "}}"))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("input " + kind + " has no mapping; set " + kind + ".mapping");
    }

    private static OpenedInput open(String kind, String format) {
        return OpenedInput.open("{udp: {enabled: false}, inputs: [{kind: " + kind + ", name: records, host: 127.0.0.1,"
                + " port: 0, format: " + format + MAPPING + "}]}");
    }

    private static HttpResponse<String> post(int port, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/"))
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }
}
