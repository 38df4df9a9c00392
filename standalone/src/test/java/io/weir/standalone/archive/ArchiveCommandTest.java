package io.weir.standalone.archive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.archive.FileName;
import io.weir.writer.store.archive.PartitionArchive;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ArchiveCommandTest {
    /** 2023-11-14T22:13:20Z. */
    private static final long T = 1_700_000_000_000_000_000L;

    private static final long HOUR = 3_600_000_000_000L;

    @TempDir
    private Path archive = Path.of("");

    private final StringWriter out = new StringWriter();
    private final StringWriter errors = new StringWriter();

    @BeforeEach
    void write() throws IOException {
        write(0, "cpu,host=a v=1 " + T, "cpu,host=b v=2i " + (T + HOUR), "mem,host=a t=\"x\" " + T);
        write(1, "cpu,host=a v=3 " + (T + 1));
    }

    @Test
    void lsShowsHoursFilesAndBytes() {
        assertThat(run("ls", archive.toString())).isZero();
        assertThat(out.toString().lines().map(line -> line.replaceAll(" +", " ").replaceAll(" \\d+$", " N")))
                .containsExactly(
                        "measurement first hour last hour files bytes",
                        "cpu 2023-11-14T22 2023-11-14T23 3 N",
                        "mem 2023-11-14T22 2023-11-14T22 1 N",
                        "2 measurements 4 N");
    }

    @Test
    void lsSelectsMeasurementAndTime() {
        assertThat(run("ls", archive.toString(), "--measurement=cpu", "--from=2023-11-14T23:00:00Z"))
                .isZero();
        assertThat(out.toString().lines().skip(1).map(line -> line.replaceAll(" +", " ")))
                .first()
                .asString()
                .startsWith("cpu 2023-11-14T23 2023-11-14T23 1 ");
    }

    @Test
    void exportWritesTheLinesOfAChoice() {
        assertThat(exported()).hasLineCount(4).contains("cpu,host=b v=2i " + (T + HOUR) + "\n");
        assertThat(exported("--measurement=cpu", "--to=2023-11-14T22:13:20.000000001Z"))
                .isEqualTo("cpu,host=a v=1.0 " + T + "\n");
        assertThat(errors.toString()).endsWith("1 lines\n");
    }

    @Test
    void verifyAcceptsWhatWasWritten() {
        assertThat(run("verify", archive.toString())).isZero();
        assertThat(out.toString()).startsWith("4 files, 4 lines, ").endsWith(" bytes: no problems\n");
    }

    @Test
    void verifyFindsDamageGapsAndMissingFiles() throws IOException {
        write(5, "cpu v=1 " + T, "mem v=1 " + T);
        write(6, "cpu v=1 " + T);
        List<Path> files = files();
        Path damaged = files.get(0);
        byte[] bytes = Files.readAllBytes(damaged);
        bytes[10] ^= 1;
        Files.write(damaged, bytes);
        Files.delete(files.stream()
                .filter(file -> file.toString().contains("measurement=mem")
                        && file.toString().contains("05-0"))
                .findAny()
                .orElseThrow());

        assertThat(run("verify", archive.toString())).isEqualTo(1);
        assertThat(out.toString().lines())
                .containsExactly(
                        damaged + " is damaged: its checksum is wrong",
                        "topic T-opic_1 partition 2: 1 of 2 files of offsets 5 are missing",
                        "topic T-opic_1 partition 2: offsets 2-4 are missing: deleted by Kafka before they were"
                                + " archived, or by somebody since",
                        out.toString().lines().reduce((one, other) -> other).orElseThrow());
        assertThat(out.toString()).endsWith(": 3 problems\n");
    }

    @Test
    void deleteBeforeDeletesWholeHoursThatVerifyDoesNotMiss() throws IOException {
        assertThat(run("delete-before", archive.toString(), "2023-11-14T22:59:59Z"))
                .isZero();
        assertThat(out.toString()).isEqualTo("0 files, 0 bytes: deleted\n");
        assertThat(run("delete-before", archive.toString(), "2023-11-14T23:00:00Z", "--dry-run"))
                .isZero();
        assertThat(out.toString()).contains("3 files, ").endsWith(" bytes: would be deleted\n");
        assertThat(files()).hasSize(4);

        assertThat(run("delete-before", archive.toString(), "2023-11-14T23:00:00Z"))
                .isZero();
        assertThat(exported()).isEqualTo("cpu,host=b v=2i " + (T + HOUR) + "\n");
        assertThat(archive.resolve("measurement=mem")).doesNotExist();
        assertThat(run("verify", archive.toString())).isZero();

        // The rest of it is still expected.
        Files.delete(files().get(0));
        assertThat(run("verify", archive.toString())).isEqualTo(1);
        assertThat(out.toString()).contains("1 of 3 files of offsets 0 are missing");
    }

    @Test
    void compactMergesOldHoursAndShowsTheFiles() throws IOException {
        write(2, "cpu,host=a v=1 " + T, "mem,host=b t=\"y\" " + T);
        String before = exported();
        assertThat(run("compact", archive.toString(), "--measurement=c*")).isZero();
        assertThat(out.toString().lines().map(line -> line.replaceAll("with \\d+ bytes", "with N bytes")))
                .containsExactly(
                        archive.resolve("measurement=cpu/day=2023-11-14/hour=22/"
                                        + "T-opic_1-2-000000000000000000-000000000000000003-merged.parquet")
                                .toString(),
                        "3 files with N bytes merged into 1 files with N bytes; 1 repeated lines removed");
        assertThat(exported().lines().sorted())
                .containsExactlyElementsOf(before.lines().sorted().distinct().toList());
        assertThat(run("verify", archive.toString())).isZero();
        assertThat(run("compact", archive.toString(), "--to=2023-11-14T22:59:00Z"))
                .isZero();
        assertThat(out.toString()).startsWith("0 files");
    }

    @Test
    void anotherDirectoryIsRefused(@TempDir Path other) {
        CommandLine command = new CommandLine(new ArchiveCommand());
        command.setExecutionExceptionHandler((e, line, parsed) -> {
            errors.write(String.valueOf(e.getMessage()));
            return 1;
        });
        assertThat(command.execute("verify", other.toString())).isEqualTo(1);
        assertThat(errors.toString()).contains("is no archive of Weir; name the DIR of archive:DIR");
    }

    @Test
    void wrongTimeIsRefused() {
        assertThat(run("ls", archive.toString(), "--from=yesterday")).isEqualTo(2);
        assertThat(errors.toString()).contains("'yesterday' is no time in UTC; such as 2026-11-27");
    }

    private void write(long offset, String... lines) throws IOException {
        FileName.Source source = new FileName.Source("T-opic_1", 2);
        try (PartitionArchive partition = PartitionArchive.open(archive, "metrics.storage", source)) {
            partition.begin(offset);
            byte[] record = (String.join("\n", lines) + "\n").getBytes(UTF_8);
            partition.add(record, 0, record.length, (from, to, reason) -> {
                throw new AssertionError(reason);
            });
            partition.endAt(offset + 1);
            partition.complete();
        }
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.walk(archive)) {
            return files.filter(file -> file.toString().endsWith(FileName.SUFFIX))
                    .sorted()
                    .toList();
        }
    }

    private int run(String... arguments) {
        out.getBuffer().setLength(0);
        return new CommandLine(new ArchiveCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(errors))
                .execute(arguments);
    }

    private String exported(String... options) {
        PrintStream standard = System.out;
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        System.setOut(new PrintStream(lines, true, UTF_8));
        try {
            String[] arguments = Stream.concat(Stream.of("export", archive.toString()), Stream.of(options))
                    .toArray(String[]::new);
            assertThat(run(arguments)).isZero();
        } finally {
            System.setOut(standard);
        }
        return lines.toString(UTF_8);
    }
}
