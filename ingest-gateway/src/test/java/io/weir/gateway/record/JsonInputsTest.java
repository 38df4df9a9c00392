package io.weir.gateway.record;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** JSON records over the transports of the gateway. */
class JsonInputsTest {
    private static final String MAPPING = ", mapping: {measurement: m, tags: {host: /h}, timestamp: /t, precision: ns}";

    @Test
    void overHttpTheAnswerSaysWhatWasRefused() throws Exception {
        try (OpenedInput input = open("http-json")) {
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
        try (OpenedInput input = open("tcp-json");
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
        try (OpenedInput input = open("udp-json");
                DatagramSocket socket = new DatagramSocket()) {
            socket.send(new DatagramPacket(datagram, datagram.length, InetAddress.getLoopbackAddress(), input.port()));
            OneInput.await("both", () -> input.lines().size() == 2);
            assertThat(input.lines()).containsExactly("m,host=a v=1i 1", "m,host=a v=2i 2");
            assertThat(input.counts().bytes.sum()).isEqualTo(datagram.length);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"http-json", "tcp-json", "udp-json", "kafka-json"})
    void anInputWithoutMappingDoesNotStart(String kind) {
        assertThatThrownBy(() -> OpenedInput.open("{udp: {enabled: false}, " + kind + ": {enabled: true}}"))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("input " + kind + " has no mapping; set " + kind + ".mapping");
    }

    private static OpenedInput open(String kind) {
        return OpenedInput.open(
                "{udp: {enabled: false}, " + kind + ": {enabled: true, host: 127.0.0.1, port: 0" + MAPPING + "}}");
    }

    private static HttpResponse<String> post(int port, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/"))
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }
}
