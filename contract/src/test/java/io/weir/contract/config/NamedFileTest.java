package io.weir.contract.config;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class NamedFileTest {
    private static final int MOST = 1 << 20;

    private final Path folder;

    NamedFileTest(@TempDir Path folder) {
        this.folder = folder;
    }

    @Test
    void followsLinks() throws IOException {
        Path file = Files.writeString(folder.resolve("a.txt"), "text");
        Path link = Files.createSymbolicLink(folder.resolve("data"), file);
        Path linkToLink = Files.createSymbolicLink(folder.resolve("link.txt"), link);

        assertThat(NamedFile.read(linkToLink, MOST)).isEqualTo("text".getBytes(UTF_8));
    }

    @Test
    void refusesAPipeWithoutOpeningIt() throws Exception {
        Path pipe = pipe();

        assertThatThrownBy(() -> NamedFile.read(pipe, MOST))
                .isInstanceOf(Refusal.class)
                .hasMessage("is a pipe, a socket or a device, not a file; save its content in a file, and name that");
    }

    @Test
    void refusesADeviceWithoutAnEnd() {
        assertThatThrownBy(() -> NamedFile.read(Path.of("/dev/zero"), MOST))
                .isInstanceOf(Refusal.class)
                .hasMessageStartingWith("is a pipe, a socket or a device, not a file");
    }

    @Test
    void refusesFilesLargerThanTheirReportedSize() {
        // The kernel reports a size of 0 bytes.
        Path growing = Path.of("/proc/self/maps");

        assertThat(NamedFile.read(growing, MOST)).isNotEmpty();
        assertThatThrownBy(() -> NamedFile.read(growing, 10))
                .hasMessage("is larger than 10 bytes; is it the right file?");
    }

    @Test
    void refusesAFileThatIsTooLarge() throws IOException {
        Path file = Files.write(folder.resolve("a.txt"), new byte[MOST + 1]);

        assertThat(NamedFile.read(file, MOST + 1)).hasSize(MOST + 1);
        assertThatThrownBy(() -> NamedFile.read(file, MOST)).hasMessage("is larger than 1 MiB; is it the right file?");
    }

    @Test
    void readsDataFromAPipe() throws Exception {
        Path pipe = pipe();
        Process writer = new ProcessBuilder("sh", "-c", "echo data > '" + pipe + "'").start();

        try (InputStream data = NamedFile.stream(pipe)) {
            assertThat(data.readAllBytes()).isEqualTo("data\n".getBytes(UTF_8));
        }
        assertThat(writer.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThatThrownBy(() -> NamedFile.stream(folder)).hasMessage("is a directory; name the file in it");
        assertThatThrownBy(() -> NamedFile.stream(folder.resolve("none")))
                .hasMessage("does not exist; looked for " + folder.resolve("none"));
    }

    private Path pipe() throws IOException, InterruptedException {
        Path pipe = folder.resolve("pipe.csv");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        return pipe;
    }
}
