package io.weir.gateway.tail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.weir.gateway.intake.count.ReasonCounts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenFilesTest {
    private final Path folder;
    private final Path log;

    OpenFilesTest(@TempDir Path folder) {
        this.folder = folder;
        this.log = folder.resolve("a.log");
    }

    /** The state after a time without room, in which the input did not search for files. */
    @Test
    void aRenamedFileIsKeptUntilItIsReadAndTenSecondsGone() throws IOException {
        Files.writeString(log, "m v=1\n");
        TailSettings settings = new TailSettings(
                "tail", List.of(folder.resolve("*.log").toString()), TailSettings.Start.BEGINNING, 100);
        try (OpenFiles files = new OpenFiles(settings, new ReasonCounts())) {
            files.openFirst(seconds(0));
            Files.move(log, folder.resolve("a.log.1"));

            files.find(seconds(100));
            files.find(seconds(111));
            assertThat(files.all()).as("unread").hasSize(1);

            TailedFile file = files.all().get(0);
            assertThat(file.read(new byte[100], new Ignored())).isTrue();
            files.find(seconds(112));
            assertThat(files.all()).as("read, and gone for twelve seconds").isEmpty();
        }
    }

    @Test
    void aFileThatComesBackIsNotGone() throws IOException {
        Files.writeString(log, "");
        TailSettings settings = new TailSettings(
                "tail", List.of(folder.resolve("*.log").toString()), TailSettings.Start.BEGINNING, 100);
        try (OpenFiles files = new OpenFiles(settings, new ReasonCounts())) {
            files.openFirst(seconds(0));
            Path aside = Files.move(log, folder.resolve("a.log.1"));
            files.find(seconds(1));
            Files.move(aside, folder.resolve("b.log"));
            files.find(seconds(9));
            Files.move(folder.resolve("b.log"), aside);
            files.find(seconds(12));
            files.find(seconds(21));
            assertThat(files.all()).as("gone for nine seconds").hasSize(1);
            files.find(seconds(22));
            assertThat(files.all()).as("gone for ten seconds").isEmpty();
        }
    }

    /** Otherwise the next start would read the file from its beginning. */
    @Test
    void thePositionOfAFileThatCannotBeReadIsKept() throws IOException {
        Path wrong = Path.of("/sys/class/net/lo/speed");
        assumeThat(wrong).exists();
        String key = String.valueOf(
                Files.readAttributes(wrong, BasicFileAttributes.class).fileKey());
        TailPosition saved = new TailPosition(key, 4, new FileHead(4, 1), wrong);
        TailPosition gone = new TailPosition("none", 4, new FileHead(4, 1), log);
        TailSettings settings = new TailSettings("tail", List.of(wrong.toString()), TailSettings.Start.BEGINNING, 100);
        try (OpenFiles files = new OpenFiles(settings, new ReasonCounts())) {
            files.open(List.of(saved, gone), seconds(0));
            assertThat(files.all()).isEmpty();
            assertThat(files.positions()).containsExactly(saved);
        }
    }

    private static long seconds(long seconds) {
        return TimeUnit.SECONDS.toNanos(seconds);
    }

    /** Lines that the test does not look at. */
    private static final class Ignored implements TailedFile.Lines {
        @Override
        public void line(TailedFile file, byte[] bytes, int from, int to, long end) {}

        @Override
        public void tooLong(TailedFile file, byte[] bytes, int from, int to) {}
    }
}
