package io.weir.gateway.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.service.StartException;
import io.weir.gateway.intake.OneInput;
import io.weir.gateway.net.TlsFiles;
import io.weir.gateway.testing.Identity;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HttpTlsTest {
    private final OneInput input = new OneInput("http").acknowledging();
    private final Path directory;
    private final Identity server;

    HttpTlsTest(@TempDir Path directory) throws Exception {
        this.directory = directory;
        this.server = new Identity(directory, "server");
    }

    @AfterEach
    void close() {
        input.close();
    }

    @Test
    void takesLinesOverTls() throws Exception {
        String lines = "cpu v=1 1\n".repeat(9_000);
        try (HttpInput http = open(Optional.empty())) {
            assertThat(http.listens()).contains("tls");
            assertThat(post(http, server.trusted(), lines)).isEqualTo(204);
            try (RawClient plain = new RawClient(http)) {
                plain.send("POST /write HTTP/1.1\r\n\r\n");
                assertThat(plain.isClosedByServer()).isTrue();
            }
        }
        assertThat(input.lines()).hasSize(9_000);
        assertThat(input.counts().rejectedConnections.of("unreadable-request")).isEqualTo(1);
    }

    @Test
    void acceptsOnlyClientsWithASignedCertificate() throws Exception {
        Identity client = new Identity(directory, "client");
        try (HttpInput http = open(Optional.of(client.certificate()))) {
            assertThat(post(http, client.trusting(server), "cpu v=1 1")).isEqualTo(204);
            assertThatThrownBy(() -> post(http, server.trusted(), "cpu v=2 2")).isInstanceOf(IOException.class);
            assertThatThrownBy(() -> post(http, server.trusting(server), "cpu v=3 3"))
                    .isInstanceOf(IOException.class);
        }
        assertThat(input.lines()).containsExactly("cpu v=1 1");
    }

    @Test
    void namesTheInvalidFile() {
        Path missing = directory.resolve("missing.pem");
        assertThatThrownBy(() -> new HttpInputRig()
                        .tls(new TlsFiles(missing, server.key(), Optional.empty()))
                        .openFor(input))
                .isInstanceOf(StartException.class)
                .hasMessageContaining(missing.toString())
                .hasMessageContaining("tls.certificate");
        assertThatThrownBy(() -> new HttpInputRig()
                        .tls(new TlsFiles(server.certificate(), server.certificate(), Optional.empty()))
                        .openFor(input))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("openssl pkcs8");
    }

    private HttpInput open(Optional<Path> clientCa) {
        return new HttpInputRig()
                .tls(new TlsFiles(server.certificate(), server.key(), clientCa))
                .openFor(input);
    }

    private static int post(HttpInput http, SSLContext tls, String lines) throws Exception {
        URI uri = URI.create("https://127.0.0.1:" + http.port().orElseThrow() + "/write");
        HttpRequest request = HttpRequest.newBuilder(uri)
                .POST(HttpRequest.BodyPublishers.ofByteArray(lines.getBytes(UTF_8)))
                .build();
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .sslContext(tls)
                .build()
                .send(request, HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }
}
