package io.weir.standalone.store;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.service.StartException;
import io.weir.standalone.Eventually;
import io.weir.writer.testing.FreePorts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("long")
class EmbeddedStoreTest {

    private final Path directory;

    EmbeddedStoreTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @Test
    void keepsWhatWasWrittenOverARestart() throws Exception {
        try (EmbeddedStore store = EmbeddedStore.start(directory, FreePorts.next())) {
            assertThat(StoreClient.write(
                            store,
                            "cpu,hostname=a value=1.5 1700000000000000000",
                            "cpu,hostname=b value=2.5 1700000000000000000"))
                    .isEqualTo(204);
            Eventually.eventually("two rows are visible", () -> count(store).contains("[[2]]"));
        }

        try (EmbeddedStore store = EmbeddedStore.start(directory, FreePorts.next())) {
            assertThat(count(store)).contains("[[2]]");
        }
    }

    /** The files of a process that was killed while it created a table. */
    @ParameterizedTest
    @EnumSource(Unfinished.class)
    void aTableThatWasNotFinishedIsMadeAnew(Unfinished left) throws Exception {
        try (EmbeddedStore store = EmbeddedStore.start(directory, FreePorts.next())) {
            assertThat(StoreClient.write(store, "cpu,hostname=a value=1 1700000000000000000"))
                    .isEqualTo(204);
            assertThat(StoreClient.write(store, "mem,hostname=a value=1 1700000000000000000"))
                    .isEqualTo(204);
            Eventually.eventually("a row is visible", () -> count(store).contains("[[1]]"));
        }
        try (DirectoryStream<Path> tables = Files.newDirectoryStream(directory.resolve("db"), "mem~*")) {
            left.make(tables.iterator().next());
        }

        try (EmbeddedStore store = EmbeddedStore.start(directory, FreePorts.next())) {
            assertThat(StoreClient.write(store, "mem,hostname=a value=2 1700000000000000000"))
                    .isEqualTo(204);
            assertThat(count(store)).contains("[[1]]");
        }
        Path damaged = directory.resolve("damaged");
        if (left == Unfinished.NO_LOG) {
            assertThat(damaged).doesNotExist();
        } else {
            assertThat(damaged).isDirectoryRecursivelyContaining("glob:**/mem~*/wal*");
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

    /** The files of a process that was killed while it added a column. */
    @Test
    void aTableWhoseColumnsWereChangingKeepsItsRowsAndTakesMore() throws Exception {
        try (EmbeddedStore store = EmbeddedStore.start(directory, FreePorts.next())) {
            assertThat(StoreClient.write(store, "cpu,hostname=a value=1 1700000000000000000"))
                    .isEqualTo(204);
            Eventually.eventually("a row is visible", () -> count(store).contains("[[1]]"));
        }
        try (DirectoryStream<Path> tables = Files.newDirectoryStream(directory.resolve("db"), "cpu~*")) {
            Path table = tables.iterator().next();
            Files.move(table.resolve("_meta"), table.resolve("_meta.prev"), StandardCopyOption.REPLACE_EXISTING);
        }

        try (EmbeddedStore store = EmbeddedStore.start(directory, FreePorts.next())) {
            assertThat(count(store)).contains("[[1]]");
            assertThat(StoreClient.write(store, "cpu,hostname=a value=2,more=3 1700000001000000000"))
                    .isEqualTo(204);
            Eventually.eventually("both rows are visible", () -> StoreClient.ask(
                            store, "select count(), sum(value), sum(more) from cpu")
                    .body()
                    .contains("[[2,3.0,3.0]]"));
        }
    }

    /** A loss of power can damage the store's own tables: QuestDB forces none of their files. */
    @ParameterizedTest
    @EnumSource(Lost.class)
    void theStoresOwnTablesAreMadeAnewAfterALossOfPower(Lost lost) throws Exception {
        try (EmbeddedStore store = EmbeddedStore.start(directory, FreePorts.next())) {
            assertThat(StoreClient.write(store, "cpu,hostname=a value=1 1700000000000000000"))
                    .isEqualTo(204);
            Eventually.eventually("a row is visible", () -> count(store).contains("[[1]]"));
        }
        for (Path table : ownTables()) {
            lost.make(table);
        }

        try (EmbeddedStore store = EmbeddedStore.start(directory, FreePorts.next())) {
            assertThat(count(store)).contains("[[1]]");
            assertThat(ownTables()).isNotEmpty().allSatisfy(table -> assertThat(table.resolve("_txn"))
                    .isNotEmptyFile());
        }
    }

    private List<Path> ownTables() throws IOException {
        try (Stream<Path> all = Files.list(directory.resolve("db"))) {
            return all.filter(Files::isDirectory)
                    .filter(path -> !path.toString().contains("~"))
                    .toList();
        }
    }

    private enum Lost {
        EVERYTHING {
            @Override
            void make(Path table) throws IOException {
                Unfinished.NO_LOG.make(table);
                for (Path file : files(table)) {
                    Files.delete(file);
                }
            }
        },
        THE_NAME {
            @Override
            void make(Path table) throws IOException {
                Files.delete(table.resolve("_name"));
            }
        },
        THE_TRANSACTION {
            @Override
            void make(Path table) throws IOException {
                Files.delete(table.resolve("_txn"));
            }
        },
        ALL_CONTENT {
            @Override
            void make(Path table) throws IOException {
                for (Path file : files(table)) {
                    Files.write(file, new byte[(int) Files.size(file)]);
                }
            }
        },
        ALL_LENGTHS {
            @Override
            void make(Path table) throws IOException {
                for (Path file : files(table)) {
                    Files.write(file, new byte[0]);
                }
            }
        };

        private static List<Path> files(Path table) throws IOException {
            try (Stream<Path> all = Files.list(table)) {
                return all.filter(Files::isRegularFile).toList();
            }
        }

        abstract void make(Path table) throws IOException;
    }

    @Test
    void anotherProcessWithoutThePasswordIsNotServed() throws Exception {
        try (EmbeddedStore store = EmbeddedStore.start(directory, FreePorts.next())) {
            StoreClient.write(store, "cpu,hostname=a value=1 1700000000000000000");
            Eventually.eventually("a row is visible", () -> count(store).contains("[[1]]"));
            for (String path : List.of("/exec", "/exp", "/chk", "/api/v1/sql/execute", "/api/v1/sql/validate")) {
                assertThat(StoreClient.direct(store, "GET", path + "?query=select%201", ""))
                        .as(path)
                        .isEqualTo(401);
            }
            for (String path : List.of("/write", "/api/v2/write", "/imp", "/upload")) {
                assertThat(StoreClient.direct(store, "POST", path, "cpu value=1\n"))
                        .as(path)
                        .isIn(401, 404);
            }
            assertThat(StoreClient.direct(store, "PUT", "/settings?version=0", "{\"instance_name\":\"x\"}"))
                    .isEqualTo(401);
            assertThat(count(store)).contains("[[1]]");
        }
    }

    @Test
    void thePasswordIsAnotherAtEachStartAndInNoFile() throws Exception {
        String first;
        try (EmbeddedStore store = EmbeddedStore.start(directory, FreePorts.next())) {
            first = store.password();
            StoreClient.write(store, "cpu,hostname=a value=1 1700000000000000000");
            Eventually.eventually("a row is visible", () -> count(store).contains("[[1]]"));
            assertThat(store.store().toString()).doesNotContain(first);
        }
        try (Stream<Path> files = Files.walk(directory)) {
            assertThat(files.filter(Files::isRegularFile)).isNotEmpty().allSatisfy(file -> assertThat(
                            Files.readString(file, ISO_8859_1))
                    .doesNotContain(first));
        }
        try (EmbeddedStore store = EmbeddedStore.start(directory, FreePorts.next())) {
            assertThat(store.password()).isNotEqualTo(first).hasSizeGreaterThanOrEqualTo(43);
        }
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

    private static String count(EmbeddedStore store) {
        return StoreClient.ask(store, "select count() from cpu").body();
    }
}
