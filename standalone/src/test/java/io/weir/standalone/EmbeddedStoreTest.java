package io.weir.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.service.StartException;
import io.weir.writer.testing.FreePorts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EmbeddedStoreTest {

    private final Path directory;

    EmbeddedStoreTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @Test
    void keepsWhatWasWrittenOverARestart() throws Exception {
        try (EmbeddedStore store = EmbeddedStore.start(directory, FreePorts.next())) {
            assertThat(
                            write(
                                    store,
                                    "cpu,hostname=a value=1.5 1700000000000000000\ncpu,hostname=b value=2.5 1700000000000000000"))
                    .isEqualTo(204);
            Eventually.eventually("two rows are visible", () -> count(store).contains("[[2]]"));
        }

        try (EmbeddedStore store = EmbeddedStore.start(directory, FreePorts.next())) {
            assertThat(count(store)).contains("[[2]]");
        }
    }

    /** What a process leaves that is killed while a table is being made. */
    @ParameterizedTest
    @EnumSource(Unfinished.class)
    void aTableThatWasNotFinishedIsMadeAnew(Unfinished left) throws Exception {
        try (EmbeddedStore store = EmbeddedStore.start(directory, FreePorts.next())) {
            assertThat(write(store, "cpu,hostname=a value=1 1700000000000000000"))
                    .isEqualTo(204);
            assertThat(write(store, "mem,hostname=a value=1 1700000000000000000"))
                    .isEqualTo(204);
            Eventually.eventually("a row is visible", () -> count(store).contains("[[1]]"));
        }
        try (DirectoryStream<Path> tables = Files.newDirectoryStream(directory.resolve("db"), "mem~*")) {
            left.make(tables.iterator().next());
        }

        try (EmbeddedStore store = EmbeddedStore.start(directory, FreePorts.next())) {
            assertThat(write(store, "mem,hostname=a value=2 1700000000000000000"))
                    .isEqualTo(204);
            assertThat(count(store)).contains("[[1]]");
        }
    }

    private enum Unfinished {
        EMPTY_LOG {
            @Override
            void make(Path table) throws IOException {
                Files.write(table.resolve("txn_seq/_txnlog"), new byte[0]);
            }
        },
        LOG_WITHOUT_A_TRANSACTION {
            @Override
            void make(Path table) throws IOException {
                Files.write(table.resolve("txn_seq/_txnlog"), new byte[4096]);
            }
        },
        NO_LOG {
            @Override
            void make(Path table) throws IOException {
                try (Stream<Path> all = Files.walk(table)) {
                    for (Path part : all.sorted(Comparator.reverseOrder()).toList()) {
                        boolean isTopFile = table.equals(part.getParent()) && Files.isRegularFile(part);
                        if (!isTopFile && !part.equals(table)) {
                            Files.delete(part);
                        }
                    }
                }
            }
        };

        abstract void make(Path table) throws IOException;
    }

    @Test
    void namesAPortThatIsTaken() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> EmbeddedStore.start(directory, taken.getLocalPort()))
                    .isInstanceOf(StartException.class)
                    .hasMessageContaining(
                            "port " + taken.getLocalPort() + "/tcp on 127.0.0.1, for the embedded store, is taken")
                    .hasMessageContaining("--store-port");
        }
    }

    private static int write(EmbeddedStore store, String lines) throws Exception {
        HttpRequest write = HttpRequest.newBuilder(URI.create(store.url() + "/write"))
                .POST(HttpRequest.BodyPublishers.ofString(lines))
                .build();
        return HttpClient.newHttpClient()
                .send(write, HttpResponse.BodyHandlers.ofString())
                .statusCode();
    }

    private static String count(EmbeddedStore store) {
        String query = URLEncoder.encode("select count() from cpu", UTF_8);
        HttpRequest ask = HttpRequest.newBuilder(URI.create(store.url() + "/exec?query=" + query))
                .build();
        return HttpClient.newHttpClient()
                .sendAsync(ask, HttpResponse.BodyHandlers.ofString())
                .join()
                .body();
    }
}
